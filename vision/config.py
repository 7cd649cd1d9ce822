"""Every threshold of the path from photo to tiles, in one frozen place, with its unit and its reason."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class PhotoConfig:
    """What is accepted as a photo and how much of it is decoded.

    Attributes:
        max_megapixels: Largest photo taken, in millions of pixels; today's phones give up to 50.
        base_long_side: A JPEG is decoded at the smallest of 1/1, 1/2, 1/4 whose long side still has this
            many pixels: fourteen tiles across such a photo are over 100 px wide, twice what the classifier
            sees, and the decoder does half the work. Full resolution is decoded when somebody asks.
    """

    max_megapixels: float = 50.0
    base_long_side: int = 1600


@dataclass(frozen=True)
class FinderConfig:
    """How faces are found. Cells are 4 px of the working picture.

    Attributes:
        long_side: Long side of the working picture, px: fourteen tiles across it are 65 px wide, and tiles
            down to 12 px can be found.
        inside: Least probability of a cell to belong to a face, 0-1.
        min_score: Least mean probability over a face's cells, 0-1.
        min_cells: Fewest cells of a face.
        agree: Cells belong to one face when they place its middle within this share of its mean radius.
        same_overlap: Two faces that share this much of the smaller one are the same tile found twice.
        small_tile: Typical tile size (root of its area, px) below which a closer look is worth its time.
        good_tile: Tile size that the closer look aims at, px.
        least_zoom: A closer look enlarges at least by this.
        closer_megapixels: Most pixels looked at again, in millions.
    """

    long_side: int = 960
    inside: float = 0.5
    min_score: float = 0.5
    min_cells: int = 3
    agree: float = 0.6
    same_overlap: float = 0.4
    small_tile: float = 40.0
    good_tile: float = 60.0
    least_zoom: float = 1.25
    closer_megapixels: float = 3.0


@dataclass(frozen=True)
class CompanyConfig:
    """When faces are believed; see `huopin.vision.company`. Chosen on tables/dev and negatives/dev.

    Evidence is the finder's score times the probability of the likeliest face, 0-1.

    Attributes:
        reach: Faces keep company when their middles are no further apart than this many sizes.
        size_ratio: Most that the sizes (roots of the areas) of company differ by.
        least: Evidence without which a face is dropped whatever its company.
        clear: Evidence of a clear face; 98 of 100 tiles have it.
        share: A company is believed when this share of it is clear …
        fair: … or when at least `many` of it, and a share of `fair_share`, have this evidence.
        many: See `fair`.
        fair_share: See `fair`.
        printed: Backs and white dragons are believed only with so many printed faces (`fair` ones) for each.
    """

    reach: float = 2.5
    size_ratio: float = 1.7
    least: float = 0.3
    clear: float = 0.8
    share: float = 0.3
    fair: float = 0.6
    many: int = 8
    fair_share: float = 0.6
    printed: float = 0.1


@dataclass(frozen=True)
class SideConfig:
    """When a blank face is the side of a printed one; see `huopin.vision.sides`.

    Attributes:
        gap: Farthest that the ends of a shared edge lie apart, in lengths of the edge.
        lean: How much the two differ in where they go from that edge, in lengths of the printed one there.
    """

    gap: float = 0.15
    lean: float = 0.45


@dataclass(frozen=True)
class TileSetConfig:
    """How the prototypes of an enrolled set are weighed against the classifier's own opinion.

    Attributes:
        softness: This much more cosine likeness makes a face e times as probable.
        unlike: Likeness, relative to the best one, given to faces that were not enrolled.
    """

    softness: float = 0.08
    unlike: float = -0.25


@dataclass(frozen=True)
class OutlineConfig:
    """When a face is cut again where the classifier sees its corners.

    Attributes:
        tolerance: Farthest that a corner may be off, in sides of the crop.
        rounds: How often a face is cut again at most: corners outside a crop are only guessed.
        peak: Smallest probability of the likeliest label at which the new cut replaces the old one, unless
            that one was less sure of itself.
    """

    tolerance: float = 0.05
    rounds: int = 2
    peak: float = 0.5


@dataclass(frozen=True)
class SizeConfig:
    """When a face has an odd size for its place.

    Attributes:
        neighbours: The usual size is that of so many faces around, its own included.
        enough: With fewer faces in the photo nothing is usual.
        tolerance: Largest ratio of sides that are alike; faces found well differ by less than a tenth.
        peak: Smallest probability of the likeliest label at which another outline replaces the found one,
            unless that one was less sure of itself.
        none_peak: The same where the found outline seemed to show no tile.
    """

    neighbours: int = 9
    enough: int = 5
    tolerance: float = 1.2
    peak: float = 0.5
    none_peak: float = 0.6


@dataclass(frozen=True)
class RowConfig:
    """What makes tiles a row. Lengths are in widths or heights of the tiles concerned, on the spot.

    Attributes:
        shape_nats: Log odds that the longer side of a face is its height, per unit of log height / width.
            A tile is about 1.33 times as tall as wide, so this is worth 1.1 nats: it only decides where the
            print says nothing.
        field_tiles: How far neighbours make a tile's row direction, in tile sizes (one standard deviation).
        neighbour_weight: What a touching neighbour says about the row, against 1 for a sure print.
        touch_widths: Widest gap between tiles that touch; hand-laid rows leave up to a quarter of a width.
        reach_widths: Widest gap within one row, such as between the hand and an exposed meld.
        group_widths: Narrowest gap that separates two groups ...
        group_step: ... when it is also so much wider than the next narrower gap of its row.
        usual_gaps: In rows with fewer gaps than this they are compared with none at all.
        overlap_widths: How far neighbours may seem to overlap (boxes of tilted tiles are loose).
        offset_heights: How far the middle of a neighbour may lie beside the row, in tile heights.
        offset_per_width: How much more per tile width of gap.
        size_ratio: Largest ratio of the widths of neighbours.
        bend_degrees: Largest angle between neighbours.
        vote_tiles: So many tiles standing upright decide in which direction their row is read.
        turn_prior: How tiles stand in their row: upright, turned right, upside down, turned left. Only tips
            the balance for prints that look the same from several sides.
    """

    shape_nats: float = 4.0
    field_tiles: float = 2.5
    neighbour_weight: float = 0.3
    touch_widths: float = 0.35
    reach_widths: float = 4.0
    group_widths: float = 0.3
    group_step: float = 0.13
    usual_gaps: int = 4
    overlap_widths: float = 0.5
    offset_heights: float = 0.4
    offset_per_width: float = 0.06
    size_ratio: float = 1.6
    bend_degrees: float = 20.0
    vote_tiles: float = 0.6
    turn_prior: tuple[float, float, float, float] = (0.9, 0.02, 0.06, 0.02)


@dataclass(frozen=True)
class LayoutConfig:
    """What makes tiles a hand and its parts.

    Attributes:
        touch_heights: Rows with less room between them lie in one block; in tile heights.
        near_heights: What lies farther from the hand is not part of it; in tile heights.
        aside_heights: The same for flowers and for groups that make melds, which are set aside.
        size_ratio: Largest ratio of tile sizes within a hand (perspective included).
        slant_degrees: Largest angle to the main row, or to its perpendicular.
        spare_tiles: More tiles than a hand and so many (four kongs) are no hand but a heap, kept whole.
        slack_tiles: An unfinished hand may take in a row that makes it too large by so many: better a tile
            too many in it than a meld outside.
        meld_nats: Tiles set apart are a meld unless that makes them so much less likely, in log odds; 6 is
            400 to 1 against.
        floor: Smallest probability believed.
    """

    touch_heights: float = 0.3
    near_heights: float = 1.5
    aside_heights: float = 5.0
    size_ratio: float = 1.6
    slant_degrees: float = 15.0
    spare_tiles: int = 4
    slack_tiles: int = 2
    meld_nats: float = 6.0
    floor: float = 1e-6


@dataclass(frozen=True)
class DecodeConfig:
    """What the rules weigh against the picture. Weights are natural logs of odds (nats).

    Attributes:
        floor: Smallest probability believed: no picture is surer than 100,000 to 1.
        spare_nats: Evidence it takes to believe in a copy beyond the four of a set (one of a flower): 9 is
            8,000 to 1. Sets do come with spare tiles, and the reading then says so.
        win_nats: Weight of a winning shape: it is preferred to a likelier hand that does not win, when that
            one is at most exp(win_nats) = 20 times as likely. Tiles changed by it are marked.
        meld_doubt: How often a group set apart is no chow, pung or kong after all.
        search_steps: Steps of the search before it is cut short (about 3 us each).
        hands: Most hands compared for a winning shape.
    """

    floor: float = 1e-5
    spare_nats: float = 9.0
    win_nats: float = 3.0
    meld_doubt: float = 0.01
    search_steps: int = 4000
    hands: int = 64


@dataclass(frozen=True)
class VerdictConfig:
    """When a photo is to blame.

    Attributes:
        dark: Darkest brightness of the brightest fifth of a tile (or photo), 0-255, before light is missed.
            Tiles of tables/dev and unseen/dev measure 190-225, at a quarter of the light 50.
        soft: Largest share of fine contrast that survives a further blur, 0-1, before focus is missed. Tiles
            of tables/dev and unseen/dev measure 0.52-0.67, blurred by 3 px 0.73-0.91.
        small_px: Smallest width of a tile, px of the full photo, before it is worth going closer.
        overlap: Share of a tile under another from which they overlap; outlines of tiles that only touch stay
            below 0.2 in 99.9 % of the neighbours found on the dev photos.
        many_unsure: Share of unsure tiles from which the picture is looked at.
        heap_tiles: So many tiles above a hand are no hand with a stray tile but something else.
    """

    dark: float = 50.0
    soft: float = 0.78
    small_px: float = 24.0
    overlap: float = 0.25
    many_unsure: float = 0.15
    heap_tiles: int = 3


@dataclass(frozen=True)
class ReadConfig:
    """When a find is a tile and a face is sure.

    Attributes:
        none: Found faces that the classifier takes for no tile with at least this probability are dropped.
        back_score: Backs with a lower score of the finder are dropped: cloth between tiles looks like one. On
            the dev photos such cloth scores up to 0.67, backs on the samples at least 0.77.
        sure: Smallest probability of a sure face, the rules taken into account. On the dev photos 0.3 %
            (green), 0.7 % (tray) and 4.5 % (unseen) fall below it; 0, 0 and 1.1 in 1,000 above it are wrong.
        alternatives: How many runners-up to name.
        alternative: Smallest probability of a runner-up that is named.
        crop_px: Pixels of a tile's longer side that the classifier can use; no larger picture is decoded.
    """

    none: float = 0.5
    back_score: float = 0.7
    sure: float = 0.97
    alternatives: int = 3
    alternative: float = 0.001
    crop_px: float = 72.0


@dataclass(frozen=True)
class Config:
    """The whole configuration of reading."""

    photo: PhotoConfig = field(default_factory=PhotoConfig)
    finder: FinderConfig = field(default_factory=FinderConfig)
    company: CompanyConfig = field(default_factory=CompanyConfig)
    sides: SideConfig = field(default_factory=SideConfig)
    tile_set: TileSetConfig = field(default_factory=TileSetConfig)
    sizes: SizeConfig = field(default_factory=SizeConfig)
    outlines: OutlineConfig = field(default_factory=OutlineConfig)
    rows: RowConfig = field(default_factory=RowConfig)
    layout: LayoutConfig = field(default_factory=LayoutConfig)
    decode: DecodeConfig = field(default_factory=DecodeConfig)
    read: ReadConfig = field(default_factory=ReadConfig)
    verdict: VerdictConfig = field(default_factory=VerdictConfig)
