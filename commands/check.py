"""`huopin check`: whether the installation is complete, and how to mend it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import typer
from rich.table import Table

from huopin.commands.checks import Finding, run_checks
from huopin.commands.exits import ExitCode
from huopin.commands.grouping import with_groups
from huopin.commands.options import Format, Output
from huopin.commands.show import console


@with_groups
def check(context: typer.Context, output: Output) -> ExitCode:
    """Check the installation and score a photo with a known answer."""
    findings = list(run_checks(context))
    if output.format is Format.JSON:
        for finding in findings:
            console.show_json(asdict(finding))
    else:
        console.show(_table(findings))
    return ExitCode.OK if all(finding.ok for finding in findings) else ExitCode.SETUP


def _table(findings: Sequence[Finding]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        table.add_row("ok" if finding.ok else "BAD", finding.name, finding.found)
        if finding.mend:
            table.add_row("", "", f"to mend: {finding.mend}")
    return table
