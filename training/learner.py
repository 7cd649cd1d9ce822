"""What both trainings share: optimiser, schedule, and the running average of the weights that is kept."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

AVERAGE_DECAY = 0.998
"""Weights are averaged over about this many steps' worth: 1 / (1 - decay) = 500."""

MAX_GRADIENT = 5.0
"""Longer gradients are cut to this length."""


class Learner:
    """Trains a network with AdamW on a one-cycle schedule.

    Args:
        net: the network, changed in place.
        steps: steps of the whole training.
        rate: highest learning rate.
        decay: weight decay.
        start: checkpoint to go on from.
    """

    def __init__(self, net: nn.Module, steps: int, rate: float, decay: float, start: Path | None) -> None:
        if start:
            net.load_state_dict(torch.load(start, weights_only=True))
        self.net = net.to(memory_format=torch.channels_last)
        self._optimiser = torch.optim.AdamW(self.net.parameters(), rate, weight_decay=decay)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimiser, rate, total_steps=steps, pct_start=0.1
        )
        average = torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGE_DECAY)
        self._average = torch.optim.swa_utils.AveragedModel(self.net, multi_avg_fn=average, use_buffers=True)

    def learn(self, loss: Tensor) -> None:
        """One step down the gradient of a loss."""
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), MAX_GRADIENT)
        self._optimiser.step()
        self._schedule.step()
        self._average.update_parameters(self.net)

    def save(self, path: Path) -> None:
        """Write the averaged weights."""
        torch.save(self._average.module.state_dict(), path)
