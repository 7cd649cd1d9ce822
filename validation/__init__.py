"""How good the reader is on labelled samples: data sets of every usual form, matching, figures, reports."""
