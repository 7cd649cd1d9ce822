"""The pictures of the eight flower tiles, below the line of digit and character.

Ink roles: bloom, leaf, stem, paper. Seasons: one typical sight each; plants: plum, orchid, bamboo,
chrysanthemum as on real sets. The drawings span about x 50 to 250, y 150 to 370.
"""

import math

from huopin.render.canvas import Point
from huopin.render.picture import Picture, blob, curve, disc, line, loop, ring


def _at(centre: Point, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))


def _leaf(ink: str, base: Point, length: float, degrees: float, width: float = 0.24) -> Picture:
    """A filled leaf from its base in the given direction (0 right, 90 down)."""
    middle = _at(base, length / 2, degrees)
    sides = (_at(middle, length * width, degrees - 90), _at(middle, length * width, degrees + 90))
    return (blob(ink, base, sides[0], _at(base, length, degrees), sides[1]),)


def _blossom(centre: Point, radius: float, petals: int, *, filled: bool) -> Picture:
    """Round petals about a centre."""
    spots = [_at(centre, radius * 0.62, 360 / petals * i - 90) for i in range(petals)]
    size = radius * 0.46
    shapes = tuple(disc("bloom", spot, size) if filled else ring("bloom", spot, size) for spot in spots)
    heart = (disc("paper", centre, radius * 0.3), disc("bloom", centre, radius * 0.17))
    return (*shapes, *heart)


def _petals(centre: Point, radius: float, count: int, *, filled: bool, width: float = 0.16) -> Picture:
    """Long narrow petals about a centre, as of chrysanthemum and lotus."""
    if filled:
        rays = tuple(_leaf("bloom", centre, radius, 360 / count * i - 90, width)[0] for i in range(count))
    else:
        rays = tuple(
            loop(
                "bloom",
                _at(centre, radius * 0.25, 360 / count * i - 90),
                _at(centre, radius * 0.7, 360 / count * (i - 0.36) - 90),
                _at(centre, radius, 360 / count * i - 90),
                _at(centre, radius * 0.7, 360 / count * (i + 0.36) - 90),
                size=0.7,
            )
            for i in range(count)
        )
    return (*rays, disc("paper", centre, radius * 0.28), disc("bloom", centre, radius * 0.2))


def _spring(filled: bool) -> Picture:
    """A peony over two leaves."""
    return (
        curve("stem", (136, 260), (150, 310), (196, 360)),
        *_leaf("leaf", (156, 316), 76, -20),
        *_leaf("leaf", (160, 322), 84, 172),
        *_leaf("leaf", (186, 350), 56, -60),
        *_blossom((130, 224), 58, 6, filled=filled),
        *_blossom((130, 224), 32, 5, filled=False),
    )


def _summer(filled: bool) -> Picture:
    """A lotus above its round leaf and water."""
    heart = (150.0, 282.0)
    angles = (-160, -125, -90, -55, -20)
    sharp = tuple(
        loop("bloom", heart, _at(heart, 68, a - 14), _at(heart, 104, a), _at(heart, 68, a + 14))
        for a in angles
    )
    full = tuple(_leaf("bloom", heart, 104, a, 0.17)[0] for a in angles)
    return (
        *(full if filled else sharp),
        curve("leaf", (66, 284), (100, 318), (150, 324), (200, 318), (234, 284), size=1.4),
        curve("leaf", (66, 284), (110, 296), (150, 286), (190, 296), (234, 284)),
        line("stem", (150, 324), (150, 356)),
        curve("stem", (70, 352), (100, 342), (130, 352), (160, 342), (190, 352), (226, 342)),
    )


def _autumn(filled: bool) -> Picture:
    """A branch with round fruit and pointed leaves."""
    fruits = ((128.0, 226.0), (186.0, 258.0), (126.0, 300.0))
    balls = tuple(disc("bloom", f, 27) if filled else ring("bloom", f, 27) for f in fruits)
    marks = tuple(
        line("paper" if filled else "bloom", (x - 9, y - 4), (x + 9, y + 4), size=0.7) for x, y in fruits
    )
    return (
        curve("stem", (92, 362), (148, 300), (160, 230), (196, 164)),
        *_leaf("leaf", (176, 200), 64, -8),
        *_leaf("leaf", (158, 240), 62, 196),
        *_leaf("leaf", (146, 300), 88, 16),
        *_leaf("leaf", (128, 330), 70, 190),
        *balls,
        *marks,
    )


def _winter(filled: bool) -> Picture:
    """A spray of stiff leaves with small blossoms and ground, as a narcissus."""
    return (
        *(
            _leaf("leaf", (150, 352), length, a, 0.09)[0]
            for length, a in ((150, -140), (178, -118), (178, -62), (150, -40))
        ),
        line("stem", (150, 352), (146, 236)),
        *_blossom((146, 212), 42, 5, filled=filled),
        *_blossom((94, 262), 24, 5, filled=filled),
        *_blossom((208, 266), 24, 5, filled=filled),
        curve("stem", (80, 358), (150, 350), (222, 360), size=1.3),
    )


def _plum(filled: bool) -> Picture:
    """A crooked bare branch with five-petalled blossoms."""
    return (
        line("stem", (104, 366), (128, 304), (110, 260), (160, 214), (150, 160), size=1.6),
        line("stem", (128, 304), (182, 276), (214, 226), size=1.2),
        line("stem", (160, 214), (208, 176)),
        line("stem", (110, 260), (76, 232)),
        *_blossom((150, 268), 44, 5, filled=filled),
        *_blossom((212, 214), 26, 5, filled=filled),
        *_blossom((92, 212), 26, 5, filled=filled),
        disc("bloom", (212, 172), 9),
        disc("bloom", (152, 156), 9),
        disc("bloom", (206, 300), 8),
    )


def _orchid(filled: bool) -> Picture:
    """A tuft of long bending blades with one small bloom."""
    root = (150.0, 366.0)
    blades = (
        ((120, 290), (70, 230), (44, 246)),
        ((132, 270), (110, 200), (66, 170)),
        ((146, 260), (150, 190), (120, 140)),
        ((160, 270), (196, 196), (244, 190)),
        ((172, 300), (226, 262), (256, 290)),
        ((158, 260), (178, 190), (206, 150)),
    )
    petals = tuple(
        _leaf("bloom", (190, 246), 44, a)[0]
        if filled
        else loop(
            "bloom",
            (190, 246),
            _at((190, 246), 26, a - 24),
            _at((190, 246), 44, a),
            _at((190, 246), 26, a + 24),
            size=0.8,
        )
        for a in (-150, -90, -30, 50)
    )
    return (
        *(curve("leaf", root, *blade, size=1.5) for blade in blades),
        curve("stem", root, (170, 310), (190, 250)),
        *petals,
    )


def _bamboo(filled: bool) -> Picture:
    """Two jointed canes with narrow hanging leaves."""
    canes = tuple(
        line("stem", (x + d, y), (x + d * 0.6, y + 50), size=1.9 if filled else 1.5)
        for x, d, top in ((132, 0, 158), (172, 10, 190))
        for y in range(top, 330, 58)
    )
    joints = tuple(
        line("stem", (x - 14, y), (x + 14, y), size=0.7)
        for x, top in ((132, 212), (180, 244))
        for y in range(top, 360, 58)
    )
    leaves = tuple(
        _leaf("leaf", base, 62, a, 0.12)[0]
        for base, angles in (
            ((134, 196), (150, 185, 115)),
            ((184, 214), (30, 62, -6)),
            ((130, 280), (160, 125)),
            ((186, 292), (20, 55)),
        )
        for a in angles
    )
    return (*canes, *joints, *leaves, disc("bloom", (80, 180), 7), disc("bloom", (236, 190), 7))


def _chrysanthemum(filled: bool) -> Picture:
    """A many-rayed flower on a stem with lobed leaves."""
    return (
        curve("stem", (146, 240), (152, 300), (140, 366), size=1.2),
        *_leaf("leaf", (150, 310), 70, -24, 0.3),
        *_leaf("leaf", (150, 324), 74, 206, 0.3),
        *_leaf("leaf", (146, 344), 60, 20, 0.3),
        *_petals((146, 222), 68, 14, filled=filled, width=0.1),
        *_petals((146, 222), 38, 9, filled=filled, width=0.14),
    )


def flower_picture(face: str, *, filled: bool) -> Picture:
    """Returns the picture of a flower, `a1`-`a4` or `b1`-`b4`, its petals filled or in outline."""
    return _DRAWERS[face](filled)


_DRAWERS = {
    "a1": _spring,
    "a2": _summer,
    "a3": _autumn,
    "a4": _winter,
    "b1": _plum,
    "b2": _orchid,
    "b3": _bamboo,
    "b4": _chrysanthemum,
}
