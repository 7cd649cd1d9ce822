"""A user's own tile set: what its faces look like to the classifier, learnt from photos laid out in order.

A face is remembered as the classifier's embedding of its picture (a prototype), upright and upside down.
When the set is in use, likeness to the prototypes is weighed against the classifier's own opinion.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import platformdirs

from huopin.vision.classifier import Classifier, FaceLabels
from huopin.vision.config import TileSetConfig
from huopin.vision.crops import cut_all
from huopin.vision.errors import TileSetError
from huopin.vision.files import replacing
from huopin.vision.geometry import Quads
from huopin.vision.labels import FACES, LABELS, NONE_INDEX
from huopin.vision.photo import Bgr

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class TileSet:
    """The prototypes of one set.

    Attributes:
        name: what the user calls it.
        faces: the face of each prototype; a face may have several.
        prototypes: float32 (len(faces), D) unit embeddings.
    """

    name: str
    faces: tuple[str, ...]
    prototypes: Floats

    def __post_init__(self) -> None:
        unknown = sorted(set(self.faces) - set(FACES))
        if unknown:
            raise TileSetError(
                f"tile set {self.name}: expected faces such as 5m, E or a1, got {', '.join(unknown)}"
            )
        if self.prototypes.ndim != 2 or len(self.prototypes) != len(self.faces):
            raise TileSetError(
                f"tile set {self.name}: expected one prototype for each of {len(self.faces)} faces, "
                f"got an array of shape {self.prototypes.shape}"
            )

    def relabel(self, labels: FaceLabels, config: TileSetConfig | None = None) -> FaceLabels:
        """The labels with the set's evidence weighed in; faces the set lacks only keep their own."""
        config = config or TileSetConfig()
        if not len(labels.probabilities):
            return labels
        likeness = labels.embedding @ self.prototypes.T
        owners = np.array(self.faces)
        evidence = np.full(labels.probabilities.shape, config.unlike, np.float32)
        best = likeness.max(axis=1)
        for face in set(self.faces):
            evidence[:, LABELS.index(face)] = likeness[:, owners == face].max(axis=1) - best
        evidence[:, NONE_INDEX] = 0.0
        logits = np.log(labels.probabilities + 1e-9) + evidence / config.softness
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return replace(labels, probabilities=weights / weights.sum(axis=1, keepdims=True))

    def save(self, folder: Path) -> Path:
        """Write ``folder/NAME.npz``, whole or not at all.

        Raises:
            TileSetError: it cannot be written.
        """
        path = set_file(self.name, folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with replacing(path) as draft, draft.open("wb") as stream:
                np.savez(stream, faces=np.array(self.faces), prototypes=self.prototypes)
        except OSError as error:
            raise TileSetError(
                f"{path}: the tile set cannot be written ({(error.strerror or str(error)).lower()})"
            ) from None
        return path

    @classmethod
    def load(cls, name: str, folder: Path) -> TileSet:
        """Read a saved set.

        Raises:
            TileSetError: there is none of this name, or its file is damaged.
        """
        path = set_file(name, folder)
        if not path.exists():
            known = ", ".join(saved_sets(folder)) or "none yet"
            raise TileSetError(
                f"tile set {name!r}: expected one of the enrolled sets ({known}); try huopin enroll"
            )
        try:
            with np.load(path) as data:
                return cls(
                    name, tuple(str(face) for face in data["faces"]), data["prototypes"].astype(np.float32)
                )
        except PermissionError:
            raise TileSetError(f"{path}: the tile set cannot be read (permission denied)") from None
        except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile):
            raise TileSetError(f"{path}: the tile set is damaged; enroll it again") from None


def set_folder() -> Path:
    """Where the user's tile sets are kept."""
    return platformdirs.user_data_path("huopin") / "sets"


def load_set(name: str | None) -> TileSet | None:
    """The user's tile set of a name; None for no name.

    Raises:
        TileSetError: there is none, or its file is damaged.
    """
    return None if name is None else TileSet.load(name, set_folder())


def saved_sets(folder: Path) -> tuple[str, ...]:
    """Names of the sets kept in a folder."""
    return tuple(sorted(path.stem for path in folder.glob("*.npz") if _is_name(path.stem)))


def set_file(name: str, folder: Path) -> Path:
    """Where the set of a name is kept, or would be.

    Raises:
        TileSetError: it can be no name of a set.
    """
    if not _is_name(name):
        raise TileSetError(f"expected a tile set name of letters, digits, - and _, got {name!r}")
    return folder / f"{name}.npz"


def _is_name(name: str) -> bool:
    return bool(name) and all(letter.isalnum() or letter in "-_" for letter in name)


def learn(
    name: str,
    pictures: Sequence[tuple[Bgr, Quads, Sequence[str]]],
    classifier: Callable[[Bgr], FaceLabels] | None = None,
) -> TileSet:
    """Learn a set from tiles whose faces are known.

    Args:
        name: what to call it.
        pictures: for every photo its BGR pixels, the tiles' quads (N, 4, 2) in them, each starting at its
            face's own top left, and the N faces.
        classifier: labels crops; the shipped one when None.

    Raises:
        TileSetError: a photo's faces and quads differ in number, or there are none at all.
    """
    classifier = classifier or Classifier()
    faces: list[str] = []
    codes: list[Floats] = []
    for image, quads, names in pictures:
        if len(quads) != len(names):
            raise TileSetError(
                f"tile set {name}: expected {len(names)} tiles in the given order, found {len(quads)}"
            )
        for turn in (0, 2):
            turned = np.roll(quads, turn, axis=1)
            codes.append(classifier(cut_all(image, turned)).embedding)
            faces += names
    if not faces:
        raise TileSetError(f"tile set {name}: expected at least one photo with tiles, got none")
    return TileSet(name, tuple(faces), np.concatenate(codes))
