"""The two networks, in PyTorch."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from huopin.training.targets import RAYS
from huopin.vision.labels import LABELS

EMBEDDING = 96
"""Length of the classifier's embedding."""


def _conv(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3x3 convolutions around a shortcut."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.first = _conv(inputs, outputs, stride)
        self.second = nn.Sequential(nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs))
        self.shortcut = (
            nn.Identity()
            if inputs == outputs and stride == 1
            else nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))
        )

    def forward(self, x: Tensor) -> Tensor:
        """The block's output."""
        return functional.relu(self.second(self.first(x)) + self.shortcut(x))


class FinderNet(nn.Module):
    """Image to maps at a quarter of its size: face logit, and the log distance to the face's edge by ray.

    Input (B, 3, H, W), BGR scaled to -1..1, H and W multiples of 32. Output (B, 1 + RAYS, H/4, W/4);
    distances are in output cells.
    """

    def __init__(self, width: int = 40) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 2), _conv(16, 32, 2), _conv(32, 32))
        self.down8 = Residual(32, 64, 2)
        self.down16 = nn.Sequential(Residual(64, 96, 2), Residual(96, 96))
        self.down32 = nn.Sequential(_conv(96, 112, 2), Residual(112, 112))
        self.lateral = nn.ModuleList(nn.Conv2d(c, width, 1) for c in (32, 64, 96, 112))
        self.smooth8 = _conv(width, width)
        self.head = nn.Sequential(_conv(width, width), nn.Conv2d(width, 1 + RAYS, 1))
        bias = self.head[-1].bias
        assert isinstance(bias, Tensor)
        with torch.no_grad():
            bias[0] = -2.0
            bias[1:] = 1.6

    def forward(self, x: Tensor) -> Tensor:
        """The maps, (B, 1 + RAYS, H/4, W/4)."""
        c4 = self.stem(x)
        c8 = self.down8(c4)
        c16 = self.down16(c8)
        top = self.lateral[3](self.down32(c16))
        top = self.lateral[2](c16) + functional.interpolate(top, scale_factor=2.0)
        top = self.smooth8(self.lateral[1](c8) + functional.interpolate(top, scale_factor=2.0))
        top = self.lateral[0](c4) + functional.interpolate(top, scale_factor=2.0)
        maps: Tensor = self.head(top)
        return maps


class ClassifierNet(nn.Module):
    """Crop to label logits, quarter-turn logits, a unit embedding, and how far off the crop's outline is.

    Input (B, 3, 64, 64), BGR scaled to -1..1. Outputs (B, len(LABELS)), (B, 4), (B, EMBEDDING), and (B, 8):
    x and y of the four corners of the face, from where the crop expects them, in sides of the crop.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            _conv(3, 32, 2),
            _conv(32, 32),
            Residual(32, 48, 2),
            Residual(48, 96, 2),
            Residual(96, 96),
            Residual(96, 160, 2),
        )
        self.embed = nn.Linear(160 * 2, EMBEDDING)
        self.name = nn.Linear(EMBEDDING, len(LABELS))
        self.turn = nn.Linear(EMBEDDING, 4)
        self.corners = nn.Sequential(_conv(160, 48, size=1), nn.Flatten(), nn.Linear(48 * 16, 8))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Label logits, turn logits, embedding, corners."""
        maps = self.features(x)
        pooled = torch.cat([maps.mean(dim=(2, 3)), maps.amax(dim=(2, 3))], dim=1)
        code = self.embed(pooled)
        return (
            self.name(functional.relu(code)),
            self.turn(functional.relu(code)),
            functional.normalize(code, dim=1),
            self.corners(maps),
        )
