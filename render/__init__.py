"""Own-drawn mahjong scenes: faces, tables, photos with ground truth."""
