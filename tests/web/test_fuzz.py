"""Requests made up from the API's description, right and wrong ones: never an answer it does not describe."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("schemathesis") is None, reason="needs the extra browser (schemathesis)"
    ),
]
EXAMPLES = 1000
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def test_two_thousand_requests(running: Callable[..., str], tmp_path: Path) -> None:
    url = running()
    options = [
        f"--max-examples={EXAMPLES}",
        "--seed=1",
        f"--checks={CHECKS}",
        "--no-color",
        "--mode=all",
        "--phases=coverage,fuzzing",
    ]
    run = "from schemathesis.cli import schemathesis; schemathesis()"
    done = subprocess.run(
        [sys.executable, "-c", run, "run", f"{url}openapi.json", *options],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    print(done.stdout[-3000:])
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    found = re.search(r"([\d,]+) generated", done.stdout)
    assert found is not None
    assert int(found[1].replace(",", "")) >= 2000
