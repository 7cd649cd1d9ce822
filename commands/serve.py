"""`huopin serve`: the page for phones."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from huopin.commands.errors import SetupError, vision_libraries
from huopin.commands.exits import ExitCode
from huopin.commands.show import console
from huopin.scoring import SettingsError


def serve(
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Address to listen at; 0.0.0.0 lets phones on the network in."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes any that is free.")] = 8765,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="SECRET", help="Every request must bring this; it is part of the address shown."
        ),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep every photo and its reading here; nothing is kept otherwise."),
    ] = None,
    ledger: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Let the page add hands to the latest session of this ledger (huopin ledger).",
        ),
    ] = None,
) -> ExitCode:
    """Serve a page to photograph hands, correct tiles and see the score."""
    if token is not None and not (token and token.isascii() and all(c.isalnum() or c in "-_" for c in token)):
        raise typer.BadParameter("expected letters, digits, - and _", param_hint="--token")
    with vision_libraries():
        import huopin.vision.pipeline  # noqa: F401  # a missing library is told before anybody waits
    try:
        import segno

        from huopin.web.app import Settings
        from huopin.web.evening import Evening
        from huopin.web.server import address, is_loopback, listen
        from huopin.web.server import serve as run
    except ImportError as error:
        raise SetupError(f"the extra web is missing ({error}): pip install 'huopin[web]'") from None
    if keep is not None:
        _prepare(keep)
    if ledger is not None:
        Evening(ledger)  # refuses a file that holds no session
    bound = listen(host, port)
    shown = address(bound, token)
    console.show(shown)
    if is_loopback(host):
        console.note("Only this machine can open it; for phones on the same network: --host 0.0.0.0")
    else:
        segno.make(shown, micro=False).terminal(compact=True)
        if token is None:
            console.note("Everybody on the network can open it; --token SECRET keeps others out.")
    console.note("Stop with Ctrl-C.")
    run(Settings(token=token, keep=keep, ledger=ledger), bound)
    return ExitCode.OK


def _prepare(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"--keep {folder}: expected a folder to write to, got {error.strerror}") from None
