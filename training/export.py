"""From a checkpoint to the shipped ONNX file, in few bits, and its manifest entry.

python -m huopin.training.export finder RUN/finder.pt --data DATA
python -m huopin.training.export classifier RUN/classifier.pt --temperature 0.56

The classifier's weights become float16; the finder, which takes most of the time, runs in 8-bit integers.
"""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import onnx
import onnxslim
import torch
import typer
from onnx import numpy_helper
from torch import Tensor, nn

from huopin.training.nets import ClassifierNet, FinderNet
from huopin.training.quantise import quantised, training_pictures
from huopin.vision.crops import CROP

MODELS = Path(__file__).parent.parent / "models"


class _Finder(nn.Module):
    """uint8 (N, H, W, 3) to face probability (N, h, w) and distances in cells (N, R, h, w)."""

    def __init__(self, net: FinderNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        maps = self.net(_normalised(pictures))
        return torch.sigmoid(maps[:, 0]), torch.exp(maps[:, 1:])


class _Classifier(nn.Module):
    """uint8 (N, CROP, CROP, 3) to probabilities, turn probabilities, embedding and corners (N, 8)."""

    def __init__(self, net: ClassifierNet, temperature: float) -> None:
        super().__init__()
        self.net = net
        self.temperature = temperature

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        names, turns, code, corners = self.net(_normalised(pictures))
        return torch.softmax(names / self.temperature, 1), torch.softmax(turns, 1), code, corners


def _normalised(pictures: Tensor) -> Tensor:
    return pictures.permute(0, 3, 1, 2).float() / 127.5 - 1


def finder_onnx(checkpoint: Path, data: Path | None = None) -> bytes:
    """ONNX bytes of a finder checkpoint: in float32, or quantised on training photos of the data folder."""
    net = FinderNet()
    net.load_state_dict(torch.load(checkpoint, weights_only=True))
    axes = {"pictures": {0: "n", 1: "height", 2: "width"}}
    model = _export(_Finder(net), torch.zeros(1, 64, 96, 3, dtype=torch.uint8), ["face", "rays"], axes)
    return _bytes_of(quantised(model, training_pictures(data)) if data else model)


def classifier_onnx(checkpoint: Path, temperature: float) -> bytes:
    """ONNX bytes of a classifier checkpoint whose label logits are divided by ``temperature``."""
    net = ClassifierNet()
    net.load_state_dict(torch.load(checkpoint, weights_only=True))
    names = ["probabilities", "turns", "embedding", "corners"]
    axes = {name: {0: "n"} for name in ["pictures", *names]}
    example = torch.zeros(2, CROP, CROP, 3, dtype=torch.uint8)
    model = _export(_Classifier(net, temperature), example, names, axes)
    _halve_weights(model)
    return _bytes_of(model)


def _export(module: nn.Module, example: Tensor, outputs: list[str], axes: dict[str, Any]) -> onnx.ModelProto:
    buffer = io.BytesIO()
    torch.onnx.export(
        module.eval(),
        (example,),
        buffer,
        input_names=["pictures"],
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    model: onnx.ModelProto = onnxslim.slim(onnx.load_from_string(buffer.getvalue()))
    return model


def _bytes_of(model: onnx.ModelProto) -> bytes:
    onnx.checker.check_model(model)
    data: bytes = model.SerializeToString()
    return data


def _halve_weights(model: onnx.ModelProto) -> None:
    """Store large float32 initialisers as float16 behind a Cast, which onnxruntime folds when it loads."""
    casts = []
    for weight in list(model.graph.initializer):
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size < 256:
            continue
        half = numpy_helper.from_array(values.astype(np.float16), f"{weight.name}_half")
        model.graph.initializer.remove(weight)
        model.graph.initializer.append(half)
        casts.append(onnx.helper.make_node("Cast", [half.name], [weight.name], to=onnx.TensorProto.FLOAT))
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)


def main(
    network: Annotated[str, typer.Argument(help="finder or classifier")],
    checkpoint: Path,
    data: Annotated[Path | None, typer.Option(help="finder only: the shared data folder")] = None,
    temperature: Annotated[float, typer.Option(help="classifier only; see huopin.training.calibrate")] = 1.0,
    models: Path = MODELS,
) -> None:
    """Write ``models/NETWORK.onnx`` and its file name and hash into ``models/manifest.json``."""
    if network == "finder":
        weights = finder_onnx(checkpoint, data)
    else:
        weights = classifier_onnx(checkpoint, temperature)
    (models / f"{network}.onnx").write_bytes(weights)
    path = models / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    entry = manifest["networks"].setdefault(network, {})
    entry |= {"file": f"{network}.onnx", "sha256": hashlib.sha256(weights).hexdigest()}
    if network == "classifier":
        entry["temperature"] = temperature
    path.write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
