"""The board's program: tasks, one noun each, on top of the referee and the drivers."""
