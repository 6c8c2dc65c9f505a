"""The journal: keeps every record that the board sends, on flash, and reads it back at a start."""
