"""What leaves the board is kept on flash, and read back at a start."""
