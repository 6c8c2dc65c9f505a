"""One chip a file. A driver is given ready buses and lines, and knows no card and no game."""
