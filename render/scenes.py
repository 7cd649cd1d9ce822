"""What the sample photos show: hands, how they lie, how they are lit and seen. Data only."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from huopin.render.canvas import Colour
from huopin.render.faces import CLASSIC, EXPORT, FaceStyle
from huopin.render.glyphs import BRUSH, KAI, SANS, SERIF
from huopin.render.layout import Layout
from huopin.render.lens import Lens
from huopin.render.scene import TILE_MM, Camera
from huopin.render.style import TWO_COLOUR

Rules: TypeAlias = Literal["huopin", "wenzhou"]
Expected: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class View:
    """A camera before the player's edge of the table.

    Attributes:
        tilt: degrees between the viewing axis and the table: 90 looks straight down.
        distance: mm from the point looked at.
        target: that point, x and y in mm.
        turn: degrees the camera stands to the right of the player.
        roll: degrees the phone is turned.
    """

    tilt: float = 65
    distance: float = 420
    target: tuple[float, float] = (0, 20)
    turn: float = 0
    roll: float = 0

    def camera(self, width: int, height: int) -> Camera:
        """The camera for a picture of this size in pixels, with the field of view of a phone."""
        tilt, yaw = np.radians(self.tilt), np.radians(self.turn)
        away = np.array([np.cos(tilt) * np.sin(yaw), -np.cos(tilt) * np.cos(yaw), np.sin(tilt)])
        target = np.array([*self.target, TILE_MM[2]], float)
        place = target + away * self.distance
        return Camera(place, target, 0.78 * width, (width, height), np.radians(self.roll))


_ONE_ROW, _CLEAN, _PLAYER = Layout(), Lens(), View()


@dataclass(frozen=True)
class Sample:
    """One photo: a hand, how it was won, and how it lies and is seen.

    `hand` is in the notation of the rules, `*` a caishen; `context` holds the fields of `scoring.Context`
    that differ from its defaults (tiles as tokens) or the flags of a Wenzhou win; `expected` is what the
    rules give, worked out by hand.
    """

    name: str
    hand: str
    expected: Expected
    rules: Rules = "huopin"
    caishen: str | None = None
    context: Mapping[str, bool | str] = field(default_factory=dict)
    layout: Layout = _ONE_ROW
    style: FaceStyle = CLASSIC
    surface: Literal["cloth", "wood"] = "cloth"
    colour: Colour = (70, 110, 30)
    view: View = _PLAYER
    lamp: tuple[float, float] = (0.3, 0.4)
    lens: Lens = _CLEAN
    discards: tuple[str, ...] = ()
    walls: int = 0

    @property
    def seed(self) -> int:
        """Seed of everything random in the photo."""
        return sum(map(ord, self.name))


_IVORY = replace(
    CLASSIC, paper=(205, 228, 240), font=BRUSH, weight=0.02, one_dot="petals", dot="double", bird="peacock",
    bamboo="capsule", white="single", back=(120, 70, 20),
)  # fmt: skip
_ORANGE = replace(CLASSIC, back=(50, 150, 230), bird="phoenix", white="single")
_BLACK = replace(
    CLASSIC, palette=TWO_COLOUR, numeral_blue=False, paper=(246, 247, 247), font=KAI, weight=0.03,
    stretch=1.15, one_dot="rosette", dot="rings", bird="perched", bamboo="knots",
    white="double", back=(60, 150, 60),
)  # fmt: skip
_PLAIN = replace(
    CLASSIC, paper=(250, 247, 242), font=SANS, weight=0.0, five="五", one_dot="rings", dot="bullseye",
    bird="swallow", bamboo="outline", white="blank", back=(190, 120, 40), orchid="兰",
)  # fmt: skip
_CORNERS = replace(
    EXPORT, palette=CLASSIC.palette, numeral_blue=True, index="both", font=SERIF, bird="crane", dot="flower",
    one_dot="daisy", bamboo="knots", white="ornate", back=(60, 60, 170),
)  # fmt: skip


def _huopin(total: int, fans: Mapping[str, int]) -> Expected:
    return {"total": total, "fans": fans}


def _wenzhou(hand_class: str, multiplier: int) -> Expected:
    return {"class": hand_class, "multiplier": multiplier}


SAMPLES: tuple[Sample, ...] = (
    Sample(
        "one-row",
        "123m456p789s67sEE+8s",
        _huopin(12, {"花龙": 1, "门前清": 1, "无财神": 1}),
        caishen="3p",
        view=View(tilt=72, distance=395),
    ),
    Sample(
        "two-rows",
        "123456789m23p99s+4p",
        _huopin(24, {"清龙": 1, "不求人": 1, "平和": 1, "无财神": 1}),
        caishen="C",
        context={"self_draw": True},
        layout=Layout(rows=2),
        style=_IVORY,
        colour=(95, 60, 35),
        view=View(tilt=60, distance=327, turn=6),
        lens=Lens(cast=(0.94, 1.0, 1.04)),
    ),
    Sample(
        "melds",
        "[345p][CCC]22567m56s+4s",
        _huopin(10, {"三色三步高": 1, "箭刻": 1, "无财神": 1}),
        caishen="9s",
        style=_BLACK,
        colour=(60, 60, 150),
        view=View(tilt=58, distance=327, turn=-8, target=(0, 25)),
        lamp=(-0.5, 0.5),
        lens=Lens(shade=0.35, shade_angle=200),
    ),
    Sample(
        "concealed-kong",
        "[8888p#]234m23p234s55s+4p 夏梅",
        _huopin(20, {"三色三同顺": 1, "不求人": 1, "暗杠": 1, "断幺": 1, "无财神": 1, "花牌": 2}),
        caishen="1m",
        context={"self_draw": True},
        style=_IVORY,
        surface="wood",
        colour=(70, 110, 160),
        view=View(tilt=62, distance=334, target=(0, 45)),
        lens=Lens(cast=(0.88, 0.98, 1.05)),
    ),
    Sample(
        "caishen-fifth-copy",
        "[5555m]46m123p789sE*+E",
        _huopin(9, {"花龙": 1, "明杠": 1}),
        caishen="9p",
        style=_PLAIN,
        colour=(110, 105, 30),
        view=View(tilt=66, distance=342, target=(0, 25), turn=4),
        lens=Lens(shade=0.3, shade_angle=30),
    ),
    Sample(
        "caishen-dragon",
        "123456789m234p*+E",
        _huopin(19, {"清龙": 1, "门前清": 1, "缺一门": 1}),
        caishen="9s",
        style=EXPORT,
        surface="wood",
        colour=(60, 85, 120),
        view=View(tilt=55, distance=395, turn=-5),
        lamp=(0.6, -0.2),
    ),
    Sample(
        "wenzhou",
        "234678m345p46sPEEE2p+2p",
        _wenzhou("hard", 2),
        rules="wenzhou",
        caishen="5s",
        style=_BLACK,
        layout=Layout(rows=2),
        view=View(tilt=64, distance=327),
    ),
    Sample(
        "wenzhou-melds",
        "[222s][567m]789s46mE3p***+3p",
        _wenzhou("double", 4),
        rules="wenzhou",
        caishen="8p",
        style=_CORNERS,
        colour=(60, 60, 130),
        view=View(tilt=60, distance=334, target=(0, 25), turn=7),
    ),
    Sample(
        "discards",
        "[EEE][567s]2399sCCC+1s",
        _huopin(14, {"混一色": 1, "圈风刻": 1, "门风刻": 1, "箭刻": 1, "无财神": 1}),
        caishen="2m",
        style=_ORANGE,
        colour=(75, 120, 25),
        layout=Layout(melds="right", gap=0.8),
        view=View(tilt=50, distance=544, target=(0, 95)),
        discards=("9m", "1p", "N", "W", "4m", "8p", "7p", "F", "2p", "6m", "3p", "9p", "5m"),
        walls=12,
        lens=Lens(shade=0.25, shade_angle=140),
    ),
    Sample(
        "seven-pairs",
        "1133m5577p2299sS+S",
        _huopin(27, {"七对": 1, "自摸": 1, "无财神": 1}),
        caishen="4p",
        context={"self_draw": True},
        layout=Layout(rows=2, untidy=0.5),
        style=_PLAIN,
        surface="wood",
        colour=(95, 145, 190),
        view=View(tilt=78, distance=319, roll=9),
    ),
    Sample(
        "thirteen-orphans",
        "19m19p19sESWNCFP+1m",
        _huopin(90, {"十三幺": 1, "无财神": 1}),
        caishen="5p",
        style=_CORNERS,
        colour=(45, 45, 50),
        view=View(tilt=68, distance=395, turn=3),
        lens=Lens(noise=4, blur=0.9),
    ),
    Sample(
        "exposed-kong",
        "[2222m][678p][999p]45sSS+3s 春秋菊",
        _huopin(7, {"明杠": 1, "幺九刻": 1, "无财神": 1, "花牌": 3}),
        caishen="7m",
        style=_IVORY,
        colour=(80, 95, 100),
        layout=Layout(gap=0.6),
        view=View(tilt=60, distance=400, target=(0, 45), turn=-4),
        lens=Lens(cast=(0.9, 1.0, 1.06)),
    ),
)
"""Every sample."""
