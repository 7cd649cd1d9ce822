"""Data sets of every form: told apart, read alike, and what is wrong with them told."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
        DatasetError,
        match=r"expected class names that mean a tile, got 'uno' \(labels/north-1.txt line 1\), 'blank' \(",
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


def _write(name: str, text: str) -> Callable[[Path], object]:
    return lambda root: (root / name).write_text(text)


def _remove(name: str) -> Callable[[Path], object]:
    return lambda root: (root / name).unlink()


def _change_json(name: str, change: Callable[[dict[str, object]], object]) -> Callable[[Path], None]:
    def apply(root: Path) -> None:
        data = json.loads((root / name).read_text())
        change(data)
        (root / name).write_text(json.dumps(data))

    return apply


YOLO_LINE = (
    "north-1.txt line 2: expected a class (whole number) and a box (4 numbers) or a polygon (x y pairs) "
    "within the picture (0 to 1), got {!r}"
)
YOLO_DAMAGE = [
    "0 0.5 0.5",
    "1m 0.5 0.5 0.1 0.1",
    "3.5 0.5 0.5 0.1 0.1",
    "nan 0.5 0.5 0.1 0.1",
    "3 0.5 0.5 5 nan",
    "3 0.5 0.5 inf 0.1",
    "3 320 240 40 60",
    "3 0.5 0.5 0.1 0",
    "3 0.5 0.5 -0.1 0.1",
    "3 0.1 0.1 0.2 0.1 0.2",
    "3 0.1 0.1 0.2 0.2 0.3 0.3 0.1 0.1",
]
COCO_DAMAGE: list[tuple[Callable[[Any], object], str]] = [
    (
        lambda d: d["annotations"][0].pop("bbox"),
        " annotation 0: expected bbox: [x, y, width, height] in pixels",
    ),
    (lambda d: d["annotations"][5].update(bbox=[1, 2, 3]), " annotation 5: expected bbox: "),
    (lambda d: d["annotations"][5].update(bbox=[1, 2, math.nan, 3]), " annotation 5: expected bbox: "),
    (lambda d: d["annotations"][5].update(bbox=[1, 2, 0, 3]), " annotation 5: expected bbox: "),
    (
        lambda d: d["annotations"][5].update(bbox=[5000, 2, 9, 9]),
        " annotation 5: expected bbox: [x, y, width, height] in pixels, on the picture of "
        "880 x 200, got [5000, 2, 9, 9]",
    ),
    (
        lambda d: d["annotations"][5].update(category_id=99),
        " annotation 5: expected category_id: the id of one of the categories, got 99",
    ),
    (
        lambda d: d["annotations"][5].update(image_id="0"),
        ' annotation 5: expected image_id: the id of one of the images, got "0"',
    ),
    (lambda d: d["annotations"].append(7), " annotation 43: expected image_id: "),
    (
        lambda d: d["images"][1].pop("width"),
        " image 1: expected width: that of the picture in pixels, got none",
    ),
    (
        lambda d: d["images"][1].update(height=0),
        " image 1: expected height: that of the picture in pixels, got 0",
    ),
    (lambda d: d["images"][1].pop("file_name"), " image 1: expected file_name: "),
    (
        lambda d: d["categories"][1].update(name=None),
        " category 2: expected name: the name of a class, got null",
    ),
    (lambda d: d.pop("categories"), ": expected categories: a list, one object for each category, got none"),
]
TRUTH_DAMAGE: list[tuple[Callable[[Any], object], str]] = [
    (
        lambda d: d["tiles"][1].pop("quad"),
        " tile 2: expected quad: four corners [x, y] in pixels, on the photo of",
    ),
    (
        lambda d: d["tiles"][1].update(quad=[[1, 2], [3, 4]]),
        " tile 2: expected quad: four corners [x, y] in pixels, on the photo of "
        "880 x 200, got [[1, 2], [3, 4]]",
    ),
    (lambda d: d["tiles"][1].update(quad=[[1, 1]] * 4), " tile 2: expected quad: "),
    (
        lambda d: d["tiles"][1].update(quad=[[0, 0], [9, 0], [9, math.inf], [0, 9]]),
        " tile 2: expected quad: ",
    ),
    (
        lambda d: d["tiles"][1].update(face=5),
        " tile 2: expected face: what the tile shows, such as 5m, got 5",
    ),
    (
        lambda d: d["tiles"][1].pop("face"),
        " tile 2: expected face: what the tile shows, such as 5m, got none",
    ),
    (
        lambda d: d["tiles"][1].update(face="5x"),
        " tile 2); say what they mean with --names FILE",
    ),
    (lambda d: d.update(tiles=3), ": expected tiles: a list, one object for each tile, got 3"),
    (lambda d: d.update(size=[880]), ": expected size: [width, height] of the photo in pixels, got [880]"),
    (lambda d: d.pop("size"), ": expected size: [width, height] of the photo in pixels, got none"),
    (lambda d: d.pop("photo"), ": expected photo: the file name of a photo beside it, got none"),
]


@pytest.mark.parametrize(
    ("form", "damage", "message"),
    [
        *(
            ("yolo", _write("labels/north-1.txt", f"1 0.5 0.5 0.1 0.1\n{line}\n"), YOLO_LINE.format(line))
            for line in YOLO_DAMAGE
        ),
        (
            "yolo",
            _write("labels/north-1.txt", "99 0.5 0.5 1 1\n"),
            "line 1: expected a class of 0 to 43, got 99",
        ),
        ("yolo", _write("data.yaml", "names: [1m, ~]\n"), "expected a list or table of class names"),
        ("yolo", _remove("data.yaml"), "expected class names in data.yaml or classes.txt, found neither"),
        ("yolo", _write("data.yaml", "nc: 3\n"), "expected a list or table of class names under names:"),
        (
            "yolo",
            _write("data.yaml", "a: b: c\n"),
            "expected a list or table of class names under names:",
        ),
        ("coco", _remove("images/north-1.jpg"), "expected the picture 'north-1.jpg' beside it or in images/"),
        *(
            ("coco", _change_json("_annotations.coco.json", change), f"_annotations.coco.json{message}")
            for change, message in COCO_DAMAGE
        ),
        ("truth", _remove("north-1.jpg"), "north-1.json: expected the photo 'north-1.jpg' beside it"),
        *(
            ("truth", _change_json("north-1.json", change), f"north-1.json{message}")
            for change, message in TRUTH_DAMAGE
        ),
        ("truth", _write("north-1.json", "{"), "north-1.json: expected a JSON file, got Expecting"),
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


def test_other_damaged_files_in_a_folder_are_left_alone(datasets: Write) -> None:
    for form, name in (("truth", "notes.json"), ("class-folders", "notes.csv"), ("crop-table", "a.csv")):
        root = datasets(form)
        (root / name).write_bytes(b"{caf\xe9")
        assert open_dataset(root).form == form
