"""What the board says: a module for each kind of text and language."""
