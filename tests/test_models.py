"""The shipped weights and their manifest."""

from __future__ import annotations

import hashlib
from importlib import resources

import numpy as np
import pytest

from huopin import models
from huopin.vision.crops import CROP
from huopin.vision.labels import LABELS


@pytest.mark.parametrize("name", ["finder", "classifier"])
def test_the_manifest_tells_all_about_a_network(name: str) -> None:
    entry = models.manifest()[name]
    data = models.read_weights(name)
    assert hashlib.sha256(data).hexdigest() == entry["sha256"]
    assert entry["colour_order"] == "BGR"
    assert {"version", "input", "mean", "std", "data", "training", "accuracy"} <= set(entry)


def test_labels_are_the_classifier_s() -> None:
    assert tuple(models.manifest()["classifier"]["labels"]) == LABELS
    outputs = models.load_network("classifier", 1)(np.zeros((3, CROP, CROP, 3), np.uint8))
    assert [output.shape for output in outputs[:2]] == [(3, len(LABELS)), (3, 4)]
    assert np.allclose(outputs[0].sum(axis=1), 1, atol=1e-4)
    assert np.allclose(np.linalg.norm(outputs[2], axis=1), 1, atol=1e-3)
    assert outputs[3].shape == (3, 8)


def test_all_weights_fit_in_4_mb() -> None:
    files = [resources.files(models).joinpath(entry["file"]) for entry in models.manifest().values()]
    assert sum(len(file.read_bytes()) for file in files) <= 4_000_000


def test_damaged_weights_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = {"finder": {**models.manifest()["finder"], "sha256": "0" * 64}}
    monkeypatch.setattr(models, "manifest", lambda: damaged)
    with pytest.raises(
        models.ModelError, match=r"finder\.onnx: expected SHA-256 0000.* install huopin again"
    ):
        models.read_weights("finder")
