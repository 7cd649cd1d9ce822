"""The network weights that ship with huopin: a manifest that says what they are, and their loader."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from huopin.scoring.errors import HuopinError


class ModelError(HuopinError):
    """Weights that are missing, damaged, or not the ones of this version."""


class Network:
    """A loaded network: uint8 BGR pictures in, arrays out.

    Args:
        weights: the bytes of an ONNX file whose one input is uint8 (N, H, W, 3).
        threads: threads to run on; 0 leaves it to onnxruntime (all cores).
    """

    def __init__(self, weights: bytes, threads: int = 0) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def __call__(self, pictures: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.float32], ...]:
        """Run on pictures (N, H, W, 3), uint8 BGR."""
        return tuple(self._session.run(None, {self._input: np.ascontiguousarray(pictures)}))


@cache
def manifest() -> dict[str, Any]:
    """The manifest, by network name: file, sha256, input, labels, data, licences, accuracy."""
    text = resources.files(__name__).joinpath("manifest.json").read_text(encoding="utf-8")
    networks: dict[str, Any] = json.loads(text)["networks"]
    return networks


def read_weights(name: str) -> bytes:
    """The checked bytes of a network.

    Raises:
        ModelError: the file is missing or its SHA-256 is not the manifest's.
    """
    entry = manifest()[name]
    try:
        data = resources.files(__name__).joinpath(entry["file"]).read_bytes()
    except FileNotFoundError:
        raise ModelError(f"models/{entry['file']}: missing weights; install huopin again") from None
    digest = hashlib.sha256(data).hexdigest()
    if digest != entry["sha256"]:
        raise ModelError(
            f"models/{entry['file']}: expected SHA-256 {entry['sha256']}, got {digest}; install huopin again"
        )
    return data


def load_network(name: str, threads: int = 0) -> Network:
    """Load a shipped network ("finder", "classifier").

    Raises:
        ModelError: as ``read_weights``, or the file is no ONNX network.
    """
    return Network(read_weights(name), threads)
