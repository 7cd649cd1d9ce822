"""The page for phones and the API behind it: photographs in, tiles, scores and settlements out."""
