"""The recipes: what they run exists, and every step reads only what earlier ones left."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from huopin.training.recipe import RECIPES, commands


@pytest.mark.parametrize("network", ["finder", "classifier"])
def test_every_command_is_a_module_of_training(network: str) -> None:
    for marker, command in commands(network, Path("data"), Path("work")):  # type: ignore[arg-type]
        assert find_spec(command[2]) is not None
        assert marker.parent == Path("work")
        assert not any("WORK" in word or word == "DATA" for word in command)


@pytest.mark.parametrize("network", ["finder", "classifier"])
def test_steps_read_only_what_earlier_steps_left(network: str) -> None:
    made: set[str] = set()
    for step in RECIPES[network]:  # type: ignore[index]
        named = {re.split(r"[/.]", path)[0] for path in re.findall(r"WORK/(\S+)", step.command)}
        assert named <= made | {step.name}
        made.add(step.name)
