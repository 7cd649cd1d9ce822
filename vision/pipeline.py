"""The whole path: a photo becomes a reading, stage by stage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from huopin.vision.classifier import Classifier, FaceLabels
from huopin.vision.company import believed_faces
from huopin.vision.config import Config
from huopin.vision.crops import cut_all, moved, portrait
from huopin.vision.finder import Faces, Finder
from huopin.vision.geometry import Quads, are_faces
from huopin.vision.interpret import Request, interpret
from huopin.vision.labels import NONE_INDEX
from huopin.vision.photo import Bgr, Photo, load_photo
from huopin.vision.reading import Reading
from huopin.vision.sizes import stretched
from huopin.vision.tileset import TileSet
from huopin.vision.verdict import Light, judge


@dataclass(frozen=True)
class LabelledFaces:
    """The tiles of a photo and what they show.

    Attributes:
        faces: Where they are.
        crops: (N, side, side, 3) BGR uint8, cut there.
        labels: What the crops show.
    """

    faces: Faces
    crops: Bgr
    labels: FaceLabels


class Reader:
    """Reads photos; keep one for many photos, its networks are loaded once.

    The stages are methods, in the order in which calling the reader runs them: `find`, `label`, `interpret`.
    """

    def __init__(
        self,
        config: Config | None = None,
        finder: Finder | None = None,
        classifier: Classifier | None = None,
        tile_set: TileSet | None = None,
    ) -> None:
        """Load the networks.

        Args:
            config: Thresholds; the defaults when None.
            finder: Photo to faces; the shipped one when None.
            classifier: Crops to labels; the shipped one when None.
            tile_set: An enrolled set whose faces are looked for; any set when None.
        """
        self.config = config or Config()
        self._finder = finder or Finder(self.config.finder)
        self._classifier = classifier or Classifier()
        self._tile_set = tile_set

    def __call__(self, photo: Photo | str | Path, request: Request | None = None) -> Reading:
        """Read a photo.

        Args:
            photo: A loaded photo, or the path of one.
            request: What the user says beside the photo; nothing when None.

        Raises:
            PhotoError: The path holds no readable photo.
            OverrideError: A correction does not fit the tiles found.
        """
        if not isinstance(photo, Photo):
            photo = load_photo(photo, self.config.photo)
        return self.interpret(photo, self.label(photo, self.find(photo)), request)

    def find(self, photo: Photo) -> Faces:
        """What seems to be the faces of a photo."""
        found = self._finder(photo)
        return replace(found, quads=self._of_usual_size(photo, found.quads))

    def _of_usual_size(self, photo: Photo, quads: Quads) -> Quads:
        """The quads with those of odd size replaced where another outline shows a tile."""
        sizes = self.config.sizes
        others = stretched(quads, sizes)
        if not len(others.owner):
            return quads
        odd = np.unique(others.owner)
        own = self.name(self._cut(photo, quads[odd]))
        new = self.name(self._cut(photo, others.quads)).peaks
        no_tile = own.probabilities[:, NONE_INDEX] > self.config.read.none
        wanted = np.where(no_tile, sizes.none_peak, np.minimum(own.peaks, sizes.peak))
        even = quads.copy()
        for k, peak in zip(odd, wanted, strict=True):
            best = max(np.flatnonzero(others.owner == k), key=lambda j: float(new[j]))
            if new[best] >= peak:
                even[k] = portrait(others.quads[best])
        return even

    def label(self, photo: Photo, faces: Faces) -> LabelledFaces:
        """The faces that show a tile, and which."""
        seen = self.look_at(photo, faces)
        kept = believed_faces(seen.faces, seen.labels, self.config)
        faces = Faces(seen.faces.quads[kept], seen.faces.scores[kept])
        return LabelledFaces(faces, seen.crops[kept], seen.labels.at(kept))

    def look_at(self, photo: Photo, faces: Faces) -> LabelledFaces:
        """What faces show; those that were outlined badly are cut again."""
        quads = faces.quads.copy()
        crops = self._cut(photo, quads)
        labels = self.name(crops)
        outlines = self.config.outlines
        off = np.arange(len(quads))
        for _ in range(outlines.rounds):
            off = off[np.abs(labels.corners[off]).max(axis=(1, 2), initial=0.0) > outlines.tolerance]
            better = np.array([portrait(moved(quads[k], labels.corners[k])) for k in off], np.float32)
            fit = are_faces(better)
            off, better = off[fit], better.reshape(-1, 4, 2)[fit]
            if not len(off):
                break
            again = self._cut(photo, better)
            renamed = self.name(again)
            clear = renamed.peaks >= np.minimum(labels.peaks[off], outlines.peak)
            off = off[clear]
            quads[off], crops[off] = better[clear], again[clear]
            labels = labels.updated(off, renamed.at(np.flatnonzero(clear)))
        return LabelledFaces(replace(faces, quads=quads), crops, labels)

    def _cut(self, photo: Photo, quads: Quads) -> Bgr:
        """Crops of quads, from a picture no larger than the classifier can use."""
        sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2).max(axis=1)
        smallish = float(np.percentile(sides, 20)) if len(sides) else np.inf
        image, scale = photo.at_least(self.config.read.crop_px / smallish)
        return cut_all(image, ((quads + 0.5) * scale - 0.5).astype(np.float32))

    def name(self, crops: Bgr) -> FaceLabels:
        """What crops (N, side, side, 3) BGR uint8 show."""
        labels = self._classifier(crops)
        return self._tile_set.relabel(labels, self.config.tile_set) if self._tile_set else labels

    def interpret(self, photo: Photo, seen: LabelledFaces, request: Request | None = None) -> Reading:
        """Tiles, their parts in the hand, and a verdict."""
        request = request or Request()
        tiles, posterior = interpret(seen.faces, seen.labels, request, self.config)
        pictures = list(seen.crops) if len(seen.faces) else [photo.working(self.config.finder.long_side)[0]]
        verdict = judge(tiles, request.hand_tiles, Light.of(pictures), self.config.verdict)
        return Reading(
            photo.name,
            photo.width,
            photo.height,
            tiles,
            verdict,
            request.hand_tiles,
            request.caishen,
            posterior,
        )
