"""A table of text, for terminal, page and paper."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sheet:
    """Columns named in `text` are aligned left, numbers right.

    `rows` with "" in their first column belong to the one above. `is_list`: of two columns, to look
    one up. `key` names it for programs.
    """

    title: str
    head: list[str]
    rows: list[list[str]]
    text: set[int] = field(default_factory=lambda: {0})
    notes: list[str] = field(default_factory=list[str])
    is_list: bool = False
    key: str = ""

    def groups(self) -> list[list[list[str]]]:
        """Return the rows that stay together on paper."""
        found: list[list[list[str]]] = []
        for row in self.rows:
            if found and not row[0]:
                found[-1].append(row)
            else:
                found.append([row])
        return found
