class LogError(Exception):
    key: str
    details: tuple[object, ...]
    def __init__(self, key: str, *details: object) -> None: ...
