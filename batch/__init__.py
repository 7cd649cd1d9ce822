"""Many photos: finding them, spreading the work, and rows that survive an interruption."""
