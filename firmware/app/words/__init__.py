"""The board's texts: one module for each kind of text and language."""
