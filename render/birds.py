"""The birds of the one bamboo. Ink roles: body, tail, wing, paper (gaps) and eye."""

import math

from huopin.render.canvas import Point
from huopin.render.picture import Picture, Shape, blob, curve, disc, line, loop, ring
from huopin.render.style import BirdKind


def _around(centre: Point, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return (centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle))


def _perched() -> Picture:
    """A parrot-like sparrow with a crest on a bent twig, its long tail hanging down."""
    perch: Picture = (
        curve("wing", (78, 190), (120, 178), (150, 190), (200, 178), (226, 150)),
        disc("wing", (76, 190), 9),
        disc("wing", (228, 148), 9),
        line("wing", (196, 178), (208, 200)),
    )
    body: Picture = (
        loop(
            "body",
            (126, 92),
            (152, 78),
            (176, 96),
            (180, 140),
            (168, 190),
            (150, 214),
            (132, 190),
            (120, 140),
        ),
        ring("body", (146, 106), 17),
        disc("eye", (146, 106), 7),
        blob("tail", (172, 96), (198, 108), (178, 118)),
        curve("tail", (140, 80), (122, 58), (104, 62)),
        curve("tail", (148, 76), (146, 54), (128, 42)),
        curve("wing", (132, 134), (146, 150), (166, 142)),
        curve("wing", (134, 156), (148, 172), (166, 164)),
        curve("wing", (138, 178), (150, 192), (162, 184)),
    )
    tail: Picture = (
        loop("tail", (136, 214), (164, 214), (154, 280), (128, 342), (120, 338), (128, 280)),
        *(line("tail", (134 - i, y), (156 - 2 * i, y + 8)) for i, y in enumerate((236, 258, 280, 302))),
        curve("body", (134, 206), (106, 236), (96, 258)),
    )
    return (*tail, *perch, *body)


def _peacock() -> Picture:
    """A peacock in profile: neck up on the left, a long drooping train of eyes, ground below."""
    feathers: list[Shape] = [
        blob("tail", (130, 186), (176, 178), (214, 224), (230, 300), (214, 344), (180, 330), (150, 262)),
    ]
    for x, y in (
        (166, 204),
        (160, 232),
        (190, 232),
        (178, 262),
        (208, 262),
        (192, 292),
        (216, 296),
        (202, 324),
    ):
        feathers += [disc("paper", (x, y), 11), disc("body", (x, y), 6)]
    return (
        *feathers,
        blob(
            "body",
            (110, 92),
            (128, 104),
            (126, 150),
            (150, 180),
            (158, 214),
            (132, 236),
            (102, 220),
            (92, 180),
            (108, 140),
        ),
        disc("body", (112, 88), 19),
        disc("paper", (108, 86), 6),
        disc("eye", (108, 86), 3),
        blob("wing", (96, 84), (66, 96), (96, 98)),
        *(curve("wing", (114, 72), (114 + dx, 52), (116 + 2 * dx, 38), size=0.7) for dx in (-7, 2, 11)),
        curve("wing", (112, 178), (134, 186), (146, 210)),
        line("wing", (116, 234), (112, 336)),
        line("wing", (134, 236), (136, 336)),
        curve("wing", (70, 342), (110, 336), (150, 344), (196, 350)),
    )


def _crane() -> Picture:
    """A crane standing on long legs, head turned up."""
    return (
        blob("body", (96, 190), (140, 158), (196, 176), (236, 226), (196, 236), (140, 240)),
        curve("body", (106, 192), (86, 160), (106, 122), (98, 86), (110, 70), size=1.8),
        disc("body", (108, 70), 17),
        disc("tail", (108, 58), 9),
        line("wing", (96, 70), (52, 62), size=1.2),
        disc("paper", (104, 70), 4),
        *(
            curve("paper", (140 + d, 176 + d / 2), (176 + d, 196 + d / 2), (206 + d, 222), size=0.7)
            for d in (0, 14)
        ),
        blob("tail", (206, 206), (252, 238), (250, 264), (204, 240)),
        line("wing", (148, 238), (142, 296), (146, 350)),
        line("wing", (172, 238), (176, 296), (170, 350)),
        line("wing", (122, 352), (148, 350), (160, 358)),
        line("wing", (160, 352), (196, 352)),
    )


def _phoenix() -> Picture:
    """A phoenix with raised wings and three streaming tail feathers."""
    tails = tuple(
        shape
        for bend, tip in ((40, (70, 350)), (64, (136, 364)), (96, (206, 350)))
        for shape in (
            curve("tail", (158, 214), (110 + bend, 262), (76 + bend, 306), tip, size=1.4),
            disc("tail", tip, 14),
            disc("paper", tip, 6),
        )
    )
    wings = tuple(
        curve("wing", (158, 150 + 12 * i), (204, 118 + 14 * i), (250 - 8 * i, 84 + 26 * i), size=1.2)
        for i in range(4)
    )
    left = tuple(
        curve("wing", (140, 164 + 10 * i), (100, 150 + 10 * i), (58 + 8 * i, 132 + 22 * i)) for i in range(3)
    )
    return (
        *tails,
        *wings,
        *left,
        blob("body", (140, 100), (164, 108), (176, 160), (168, 216), (146, 218), (134, 168)),
        disc("body", (146, 88), 22),
        disc("paper", (140, 84), 7),
        disc("eye", (140, 84), 3.5),
        blob("tail", (128, 86), (100, 100), (130, 100)),
        *(curve("tail", (152, 70), (160 + d, 50), (180 + d, 44), size=0.8) for d in (-18, 0, 16)),
    )


def _owl() -> Picture:
    """A plump owl-like bird with striped breast and one big eye, on a curling branch."""
    return (
        loop(
            "tail",
            (104, 120),
            (118, 78),
            (146, 72),
            (172, 86),
            (186, 140),
            (184, 200),
            (160, 250),
            (126, 240),
            (106, 184),
        ),
        blob("tail", (112, 80), (100, 46), (136, 68)),
        ring("tail", (134, 110), 24),
        disc("eye", (134, 110), 10),
        blob("tail", (104, 118), (80, 132), (108, 140)),
        *(curve("tail", (120, y), (144, y + 16), (170, y)) for y in (152, 174, 196, 218)),
        curve("body", (184, 140), (192, 210), (172, 280), (152, 318)),
        loop("body", (160, 252), (178, 262), (158, 330), (140, 340), (146, 290)),
        curve("body", (82, 262), (130, 258), (190, 246), (226, 210), (214, 190), (202, 206), size=1.3),
        disc("body", (84, 262), 8),
    )


def _swallow() -> Picture:
    """A flying swallow: two coloured wings and a long forked tail."""
    return (
        curve("tail", (170, 214), (200, 270), (230, 340), size=1.7),
        curve("tail", (156, 222), (166, 290), (182, 352), size=1.7),
        curve("wing", (140, 224), (130, 280), (140, 340), size=1.2),
        blob("body", (96, 118), (130, 104), (160, 140), (180, 200), (160, 228), (126, 200), (104, 160)),
        blob("wing", (148, 140), (196, 96), (246, 62), (238, 120), (202, 170), (172, 190)),
        blob("wing", (116, 168), (84, 186), (54, 240), (96, 240), (134, 208)),
        *(line("paper", (166, 160 + 8 * i), (232 - 10 * i, 88 + 26 * i), size=0.6) for i in range(3)),
        *(line("paper", (118, 188 + 8 * i), (72 + 10 * i, 226 + 4 * i), size=0.6) for i in range(2)),
        disc("body", (108, 106), 24),
        disc("paper", (100, 102), 7),
        disc("eye", (100, 102), 3.5),
        blob("tail", (88, 104), (58, 98), (86, 118)),
        blob("tail", (104, 130), (126, 124), (130, 154), (112, 156)),
    )


def _fan() -> Picture:
    """A peacock from the front, its tail spread as a round fan."""
    centre = (150.0, 190.0)
    outer = [_around(centre, 108, degrees) for degrees in range(150, 391, 24)]
    inner = [_around(centre, 70, degrees) for degrees in range(162, 380, 24)]
    spread = tuple(
        shape
        for tip in outer
        for shape in (
            curve("tail", centre, tip),
            disc("body", tip, 20),
            disc("paper", tip, 12),
            disc("tail", tip, 6),
        )
    )
    eyes = tuple(shape for tip in inner for shape in (disc("body", tip, 14), disc("paper", tip, 7)))
    return (
        *spread,
        *eyes,
        blob("wing", (150, 128), (172, 190), (178, 262), (150, 298), (122, 262), (128, 190)),
        disc("wing", (150, 130), 20),
        disc("paper", (150, 128), 7),
        disc("eye", (150, 128), 3.5),
        *(line("wing", (150, 112), (150 + d, 92), size=0.7) for d in (-10, 0, 10)),
        *(curve("paper", (134, y), (150, y + 10), (166, y), size=0.6) for y in (190, 214, 238)),
        line("wing", (140, 294), (132, 344), (112, 352)),
        line("wing", (160, 294), (168, 344), (188, 352)),
    )


def _diving() -> Picture:
    """A bird in flight seen from the side, a raised wing of parallel feathers, clouds above."""
    feathers = tuple(
        curve(
            "body", (130 + 16 * i, 262 - 4 * i), (132 + 22 * i, 200), (168 + 18 * i, 112 + 10 * i), size=1.2
        )
        for i in range(5)
    )
    return (
        curve("wing", (70, 96), (92, 78), (112, 96), (132, 78), (152, 96)),
        curve("wing", (64, 132), (82, 118), (100, 132), (118, 118)),
        *feathers,
        curve("body", (168, 112), (214, 104), (258, 96), size=1.2),
        curve("body", (204, 246), (228, 262), (252, 250)),
        loop("tail", (60, 276), (94, 252), (150, 264), (208, 262), (160, 306), (104, 314)),
        disc("tail", (92, 276), 9),
        blob("tail", (62, 276), (34, 300), (70, 294)),
        curve("tail", (150, 300), (200, 316), (246, 346)),
        curve("tail", (140, 308), (180, 330), (208, 356)),
        curve("body", (112, 312), (106, 334), (88, 346)),
        curve("body", (130, 312), (132, 338), (120, 352)),
    )


def _sparrow() -> Picture:
    """A small sparrow in outline standing on a bamboo stick."""
    return (
        line("wing", (84, 296), (220, 296), size=2.6),
        *(line("paper", (x, 288), (x, 304), size=0.8) for x in (118, 152, 186)),
        curve("wing", (206, 286), (226, 262), (222, 244)),
        loop(
            "body",
            (82, 150),
            (104, 120),
            (138, 124),
            (176, 170),
            (204, 214),
            (182, 250),
            (132, 258),
            (98, 224),
            (92, 184),
        ),
        blob("body", (138, 172), (176, 184), (214, 236), (168, 234), (140, 210)),
        *(line("paper", (150 + d, 188 + d), (190 + d / 2, 226 + d / 3), size=0.6) for d in (0, 12)),
        line("tail", (200, 214), (252, 254), size=1.6),
        line("tail", (192, 232), (238, 272), size=1.6),
        disc("eye", (106, 148), 7),
        blob("tail", (84, 150), (52, 162), (86, 168)),
        line("tail", (132, 256), (128, 292)),
        line("tail", (154, 254), (158, 292)),
    )


def _rooster() -> Picture:
    """A proud cock-like bird: comb, round breast, arched tail plumes."""
    return (
        *(
            curve("tail", (186, 226), (214 + 8 * i, 150 - 16 * i), (262 - 4 * i, 150 + 46 * i), size=1.5)
            for i in range(4)
        ),
        blob(
            "body",
            (102, 112),
            (132, 116),
            (148, 166),
            (196, 196),
            (198, 244),
            (156, 280),
            (110, 262),
            (90, 206),
            (98, 160),
        ),
        disc("body", (112, 104), 24),
        *(disc("tail", (98 + 13 * i, 76 - 4 * (i % 2)), 10) for i in range(3)),
        disc("paper", (106, 102), 7),
        disc("eye", (106, 102), 3.5),
        blob("tail", (92, 102), (64, 116), (94, 120)),
        blob("tail", (98, 122), (106, 148), (116, 126)),
        *(
            curve("paper", (122, 190 + 18 * i), (150, 200 + 18 * i), (178, 208 + 14 * i), size=0.7)
            for i in range(3)
        ),
        line("wing", (136, 276), (132, 344), (108, 352)),
        line("wing", (160, 276), (164, 344), (190, 352)),
    )


BIRDS: dict[BirdKind, Picture] = {
    "perched": _perched(),
    "peacock": _peacock(),
    "crane": _crane(),
    "phoenix": _phoenix(),
    "owl": _owl(),
    "swallow": _swallow(),
    "fan": _fan(),
    "diving": _diving(),
    "sparrow": _sparrow(),
    "rooster": _rooster(),
}
