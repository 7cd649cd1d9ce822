"""火拼麻将: the four-player rules."""
