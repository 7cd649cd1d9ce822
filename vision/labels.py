"""The classes that the classifier tells apart."""

FACES: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "mps" for n in range(1, 10)),
    *"ESWNCFP",
    *(f"{kind}{n}" for kind in "ab" for n in range(1, 5)),
)
"""The 42 printed faces: characters, dots, bamboo, winds, dragons, seasons a1-a4, plants b1-b4."""

BACK = "back"
"""A face-down tile."""

NONE = "none"
"""Not the face of a tile."""

LABELS: tuple[str, ...] = (*FACES, BACK, NONE)
"""Class order of the classifier's output."""

NATURAL_FACES = 34
"""The first so many faces are tiles of the hand, the rest flowers."""

WHITE_INDEX, BACK_INDEX, NONE_INDEX = LABELS.index("P"), LABELS.index(BACK), LABELS.index(NONE)
