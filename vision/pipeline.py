"""The whole path: a photo becomes a reading, stage by stage."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from huopin.vision.classifier import Classifier, FaceLabels
from huopin.vision.config import Config
from huopin.vision.crops import cut_all, portrait
from huopin.vision.finder import Faces, Finder
from huopin.vision.geometry import Quads
from huopin.vision.interpret import NONE_INDEX, Request, interpret
from huopin.vision.photo import Bgr, Photo, load_photo
from huopin.vision.reading import Reading
from huopin.vision.roles import Role
from huopin.vision.sizes import stretched
from huopin.vision.tileset import TileSet
from huopin.vision.verdict import Light, judge


class Reader:
    """Reads photos; keep one for many photos, its networks are loaded once.

    The stages are methods, in the order in which calling the reader runs them: `find`, `cut`, `label`,
    `interpret`.
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
        faces = self.find(photo)
        crops = self.cut(photo, faces)
        return self.interpret(photo, faces, crops, self.label(crops), request)

    def find(self, photo: Photo) -> Faces:
        """What seems to be the faces of a photo."""
        found = Faces.of(self._finder(photo))
        return replace(found, quads=self._of_usual_size(photo, found.quads))

    def _of_usual_size(self, photo: Photo, quads: Quads) -> Quads:
        """The quads with those of odd size replaced where another outline shows a tile."""
        sizes = self.config.sizes
        others = stretched(quads, sizes)
        if not len(others.owner):
            return quads
        odd = np.unique(others.owner)
        own = self.label(self._cut(photo, quads[odd])).probabilities
        new = self.label(self._cut(photo, others.quads)).probabilities[:, :NONE_INDEX].max(axis=1)
        even = quads.copy()
        for k, found in zip(odd, own, strict=True):
            best = max(np.flatnonzero(others.owner == k), key=lambda j: float(new[j]))
            peak = min(sizes.peak, float(found[:NONE_INDEX].max()))
            if new[best] >= (sizes.none_peak if found[NONE_INDEX] > self.config.read.none else peak):
                even[k] = portrait(others.quads[best])
        return even

    def cut(self, photo: Photo, faces: Faces) -> Bgr:
        """Crops of faces for the classifier: (N, side, side, 3) BGR uint8.

        They are cut from a picture no larger than the classifier can use: large tiles need no full size.
        """
        return self._cut(photo, faces.quads)

    def _cut(self, photo: Photo, quads: Quads) -> Bgr:
        sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2).max(axis=1)
        smallish = float(np.percentile(sides, 20)) if len(sides) else np.inf
        image, scale = photo.at_least(self.config.read.crop_px / smallish)
        return cut_all(image, ((quads + 0.5) * scale - 0.5).astype(np.float32))

    def label(self, crops: Bgr) -> FaceLabels:
        """What crops show."""
        labels = self._classifier(crops)
        return self._tile_set.relabel(labels, self.config.tile_set) if self._tile_set else labels

    def interpret(
        self, photo: Photo, faces: Faces, crops: Bgr, labels: FaceLabels, request: Request | None = None
    ) -> Reading:
        """Tiles, their parts in the hand, and a verdict."""
        request = request or Request()
        tiles, posterior = interpret(faces, labels, request, self.config)
        hand = [k for k, tile in enumerate(tiles) if tile.role != Role.OTHER]
        pictures = list(crops) if hand else [photo.working(self.config.finder.long_side)[0]]
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
