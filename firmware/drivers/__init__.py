"""One file per chip. A driver gets ready buses and lines, and knows nothing of cards or games."""
