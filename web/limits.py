"""Every limit of the server, in one frozen place, with its unit and its reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What a request may cost.

    Attributes:
        photo_bytes: Largest photo taken; 50-megapixel phones write JPEGs of 12 to 20 MB.
        json_bytes: Largest JSON body; a scored hand takes 8 kB.
        text_bytes: Largest text field of a form.
        parts: Most fields of a form.
        upload_seconds: Longest time a body may take to arrive: 20 MB over a slow mobile line.
        header_seconds: Longest time a request's header may take to arrive.
        read_seconds: Longest time a photo may take to be read; an ordinary one takes under a second.
        score_seconds: Longest time a hand may take to be scored; an ordinary one takes a few milliseconds.
        reads: Photos uploaded or read at once; more are refused until one is done.
        reads_per_client: The same for one address; a whole table behind one router still fits.
        connections: Connections open at once.
    """

    photo_bytes: int = 25_000_000
    json_bytes: int = 256_000
    text_bytes: int = 400
    parts: int = 16
    upload_seconds: float = 60.0
    header_seconds: float = 15.0
    read_seconds: float = 30.0
    score_seconds: float = 10.0
    reads: int = 16
    reads_per_client: int = 8
    connections: int = 256
