"""What worker processes of the server do in tests: a module that they can import."""

import os
import time
from typing import Any

from huopin.web.photos import ReadJob


def idle() -> None:
    """Nothing to prepare."""


def read(job: ReadJob) -> dict[str, Any]:
    """Says the photo's bytes; `crash` ends the process, `sleep` takes long."""
    if job.photo == b"crash":
        os._exit(1)
    if job.photo == b"sleep":
        time.sleep(0.5)
    return {"photo": job.photo.decode()}
