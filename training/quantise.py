"""A network in 8-bit integers: half the time and half the size, by onnxruntime's static quantisation.

Weights get seven bits: products of two full 8-bit numbers overflow on processors without VNNI. The first
layer has too few channels to gain from integers and the last one gives the distances; both stay in floating
point.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from huopin.render.scene import ImageArray
from huopin.training.finder import recolour
from huopin.vision.finder import PAD

PHOTOS = {"tables/train/images": 48, "negatives/train": 24}
"""Photos whose ranges of activations are taken, by folder; on more of them nothing changes."""

LONG_SIDE = 640


class _Pictures(CalibrationDataReader):
    def __init__(self, pictures: Iterator[ImageArray]) -> None:
        self._pictures = pictures

    def get_next(self) -> dict[str, ImageArray] | None:
        picture = next(self._pictures, None)
        return None if picture is None else {"pictures": picture[None]}


def training_pictures(data: Path, seed: int = 1) -> Iterator[ImageArray]:
    """Training photos in all kinds of light: BGR uint8 (H, W, 3), sides multiples of ``PAD``."""
    rng = np.random.default_rng(seed)
    for folder, count in PHOTOS.items():
        paths = sorted((data / folder).iterdir())
        for index in rng.choice(len(paths), count, replace=False):
            image = cv2.imread(str(paths[index]))
            if image is None:
                raise FileNotFoundError(f"expected a readable picture, got {paths[index]}")
            scale = LONG_SIDE / max(image.shape[:2])
            width, height = (round(side * scale / PAD) * PAD for side in image.shape[1::-1])
            yield recolour(cv2.resize(image, (width, height)).astype(np.uint8), rng)


def quantised(model: onnx.ModelProto, pictures: Iterator[ImageArray]) -> onnx.ModelProto:
    """The network with its inner layers in 8-bit integers.

    Args:
        model: ONNX network in float32 with the one input ``pictures``, uint8 (N, H, W, 3).
        pictures: what it is to work on, for the ranges of its activations.
    """
    with tempfile.TemporaryDirectory() as folder:
        given, plain, small = (Path(folder) / f"{name}.onnx" for name in ("given", "plain", "small"))
        onnx.save(model, given)
        quant_pre_process(given, plain, skip_symbolic_shape=True)
        layers = [node.name for node in onnx.load(plain).graph.node if node.op_type == "Conv"]
        options: dict[str, Any] = {"per_channel": True, "reduce_range": True}
        quantize_static(
            plain,
            small,
            _Pictures(pictures),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=["Conv", "Relu", "Add", "Resize"],
            nodes_to_exclude=[layers[0], layers[-1]],
            **options,
        )
        return onnx.load(small)
