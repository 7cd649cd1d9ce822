"""Code that trains the weights in huopin.models."""
