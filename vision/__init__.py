"""From a photo to tiles."""
