"""Results as text: one module for each kind of result, and the console they are printed on."""
