"""One family of games a file: what a turn and a count mean there."""
