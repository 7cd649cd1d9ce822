"""Data sets of every form: told apart, read alike, and what is wrong with them told."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from huopin.validation.datasets import open_dataset
from huopin.validation.errors import DatasetError

from . import conftest as made

Write = Callable[[str], Path]
FILES = {"yolo": "data.yaml", "coco": "_annotations.coco.json", "crop-table": "labels.csv"}


@pytest.mark.parametrize("form", made.WRITERS)
def test_the_form_is_told_and_the_labels_read(datasets: Write, form: str) -> None:
    data = open_dataset(datasets(form))
    assert data.form == form
    assert sorted(tile.face for sample in data.samples for tile in sample.tiles) == sorted(
        face for faces in made.HANDS.values() for face in faces
    )
    assert data.of_crops == (form in ("class-folders", "crop-table"))
    if not data.of_crops:
        assert {Path(sample.name).name for sample in data.samples} == set(made.HANDS)
        for sample in data.samples:
            quads = sample.quads(made.WIDTH * 14 + 40, made.HEIGHT + 120)
            np.testing.assert_allclose(quads, made.quads_of(made.HANDS[Path(sample.name).name]), atol=0.01)


@pytest.mark.parametrize("form", FILES)
def test_the_file_of_a_data_set_stands_for_it(datasets: Write, form: str) -> None:
    folder = datasets(form)
    assert open_dataset(folder / FILES[form]).samples == open_dataset(folder).samples


def test_yolo_with_splits_polygons_and_class_names_in_a_table(tmp_path: Path, datasets: Write) -> None:
    yolo = datasets("yolo")
    root = tmp_path / "splits"
    (root / "test").mkdir(parents=True)
    (yolo / "images").rename(root / "test" / "images")
    (yolo / "labels").rename(root / "test" / "labels")
    (root / "data.yaml").write_text("test: ../test/images\nnames:\n  0: 1B\n  1: 1C\n  2: 1D\n")
    label = root / "test" / "labels" / "north-1.txt"
    label.write_text("2 0.1 0.1 0.2 0.1 0.2 0.3 0.1 0.3\n\n0 0.5 0.5 0.6 0.5 0.7 0.6 0.5 0.7 0.4 0.6\n")
    (label.parent / "north-2.txt").unlink()
    (label.parent / "south-1.txt").write_text("1 0.5 0.5 0.2 0.2\n")
    data = open_dataset(root)
    assert [[tile.face for tile in sample.tiles] for sample in data.samples] == [["1p", "1s"], [], ["1m"]]
    dot, bamboo = data.samples[0].tiles
    assert dot.corners == ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3))
    assert bamboo.corners == ((0.4, 0.5), (0.7, 0.5), (0.7, 0.7), (0.4, 0.7))
    assert bamboo.source == "test/labels/north-1.txt line 3"


def test_labels_may_be_left_out_and_names_explained(datasets: Write) -> None:
    root = datasets("yolo")
    names = (root / "data.yaml").read_text().replace("'1m'", "'uno'").replace("'P'", "'blank'")
    (root / "data.yaml").write_text(names)
    with pytest.raises(
        DatasetError, match="expected class names that mean a tile, got 'uno', 'blank'; say what"
    ):
        open_dataset(root)
    data = open_dataset(root, {"uno": "1m", "blank": "none"})
    faces = [tile.face for sample in data.samples for tile in sample.tiles]
    assert (faces.count("1m"), faces.count("P"), len(faces)) == (4, 0, 41)
    fewer = data.without(["labels/north-1.txt line 1"])
    assert [len(sample.tiles) for sample in fewer.samples] == [13, 14, 13]
    with pytest.raises(DatasetError, match=r"expected places of labels such as .* got 'nowhere line 1'"):
        data.without(["nowhere line 1"])
    with pytest.raises(DatasetError, match=r"expected faces such as 5m, E, a1, back or none, got 'uno=eins'"):
        open_dataset(root, {"uno": "eins", "blank": "P"})


def _break_yolo(name: str, text: str) -> Callable[[Path], object]:
    return lambda root: (root / name).write_text(text)


def _remove(name: str) -> Callable[[Path], object]:
    return lambda root: (root / name).unlink()


def _change_json(name: str, change: Callable[[dict[str, object]], object]) -> Callable[[Path], None]:
    def apply(root: Path) -> None:
        data = json.loads((root / name).read_text())
        change(data)
        (root / name).write_text(json.dumps(data))

    return apply


@pytest.mark.parametrize(
    ("form", "damage", "message"),
    [
        (
            "yolo",
            _break_yolo("labels/north-1.txt", "0 0.5 0.5\n"),
            "north-1.txt line 1: expected a class and a box",
        ),
        (
            "yolo",
            _break_yolo("labels/north-1.txt", "1m 0 0 1 1\n"),
            "north-1.txt line 1: expected a class and a box",
        ),
        (
            "yolo",
            _break_yolo("labels/north-1.txt", "99 0 0 1 1\n"),
            "line 1: expected a class of 0 to 43, got 99",
        ),
        ("yolo", _remove("data.yaml"), "expected class names in data.yaml or classes.txt, found neither"),
        ("yolo", _break_yolo("data.yaml", "nc: 3\n"), "expected a list or table of class names under names:"),
        (
            "yolo",
            _break_yolo("data.yaml", "a: b: c\n"),
            "expected a list or table of class names under names:",
        ),
        ("coco", _remove("images/north-1.jpg"), "expected the picture 'north-1.jpg' beside it or in images/"),
        (
            "coco",
            _change_json("_annotations.coco.json", lambda data: data["annotations"][0].pop("bbox")),  # type: ignore[index]
            "expected COCO fields, got KeyError: 'bbox'",
        ),
        ("truth", _remove("north-1.jpg"), "north-1.json: expected the photo 'north-1.jpg' beside it"),
        (
            "truth",
            _change_json("north-1.json", lambda data: data["tiles"][0].pop("quad")),  # type: ignore[index]
            "north-1.json: expected tiles with face and quad",
        ),
        (
            "crop-table",
            _remove("north-1-0.png"),
            "labels.csv line 2: expected an existing file and its label",
        ),
    ],
)
def test_damaged_data_sets(
    datasets: Write, form: str, damage: Callable[[Path], object], message: str
) -> None:
    root = datasets(form)
    damage(root)
    with pytest.raises(DatasetError) as caught:
        open_dataset(root)
    assert message in str(caught.value)


def test_no_data_set(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="no such file or folder; expected a data set"):
        open_dataset(tmp_path / "none")
    with pytest.raises(DatasetError, match=r"no data set that huopin knows, expected YOLO .* COCO JSON"):
        open_dataset(tmp_path)


def test_the_photos_beside_the_checkout(shared: Path) -> None:
    """The labels that `data/README.md` counts: 1,877 tiles on 80 photos, 1,678 crops."""
    tables = open_dataset(shared / "data" / "tables" / "dev")
    assert (tables.form, len(tables.samples), sum(len(s.tiles) for s in tables.samples)) == ("yolo", 80, 1877)
    crops = open_dataset(shared / "data" / "tile-sets")
    assert (crops.form, len(crops.samples)) == ("crop-table", 1678)
