EXTRA: str
STARTS: bytes
COLUMNS: bytes
