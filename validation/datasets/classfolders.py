"""Class folders: one folder of single-tile crops per class, as `5m/*.png`."""

from __future__ import annotations

from pathlib import Path

from huopin.validation.classnames import recognise
from huopin.validation.samples import WHOLE, LabelledTile, Sample, pictures_below

_LEAST_RECOGNISED = 0.5  # of the folder names: other folders may hold whatever they like


def recognises(path: Path) -> bool:
    """Whether most subfolders with pictures are named after tiles."""
    names = list(_classes(path))
    return bool(names) and sum(map(bool, recognise(names).values())) >= _LEAST_RECOGNISED * len(names)


def read(path: Path) -> tuple[Sample, ...]:
    """Every picture as a crop of the tile that its folder names."""
    return tuple(_sample(path, picture) for name in _classes(path) for picture in pictures_below(path / name))


def _classes(path: Path) -> list[str]:
    if not path.is_dir():
        return []
    folders = sorted(folder for folder in path.iterdir() if folder.is_dir())
    return [folder.name for folder in folders if next(pictures_below(folder), None)]


def _sample(root: Path, picture: Path) -> Sample:
    name = picture.relative_to(root)
    tile = LabelledTile(name.parts[0], WHOLE, f"folder {name.parts[0]}")
    return Sample(name.as_posix(), picture, (tile,), crop=True)
