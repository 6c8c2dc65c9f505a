"""Generates the section "Phases" of firmware/README.md from the engine's rows.

    python host_tools/phase_diagrams.py

For each family of games: a state diagram (mermaid, which GitHub draws) and a table of its rows.
"""

from collections.abc import Iterator
from pathlib import Path

from tierce.phases import DEAL
from tierce.referee import family_of
from tierce_tools.base.paths import firmware

FAMILIES = {"laying": "The laying games", "rami500": "Rami 500", "gin": "Gin", "manipulation": "Manipulation"}
_BEGIN, _END = "<!-- phases: drawn from the engine's rows -->", "<!-- end of phases -->"


def _rows(family: str) -> Iterator[tuple[tuple[str, ...], str, str | None, str | None]]:
    """Yield the rows of a family: (states, event, next state, method)."""
    for states, event, following, done in family_of(family).rows:
        yield states if isinstance(states, tuple) else (states,), event, following, done


def diagram(family: str) -> str:
    """Return the diagram of a family in mermaid: an arrow for each change of state."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for states, event, following, _ in _rows(family):
        for state in states:
            if following and following != state:
                arrows.setdefault((state, following), []).append(event)
    lines = [f"    {old} --> {new}: {', '.join(events)}" for (old, new), events in arrows.items()]
    return "\n".join(["```mermaid", "stateDiagram-v2", f"    [*] --> {DEAL}", *lines, "```"])


def table(family: str) -> str:
    """Return the rows of a family as a Markdown table."""
    lines = ["| state | event | what is done | next state |", "| --- | --- | --- | --- |"]
    for states, event, following, done in _rows(family):
        named = ", ".join(f"`{state}`" for state in states)
        then = f"`{following}`" if following else "stays"
        lines.append(f"| {named} | `{event}` | {f'`{done}`' if done else ''} | {then} |")
    return "\n".join(lines)


def drawn(text: str) -> str:
    """Return a page with its phases generated again. Raises ValueError if it has no markers."""
    begin, end = text.index(_BEGIN), text.index(_END)
    parts = [f"### {title}\n\n{diagram(name)}\n\n{table(name)}" for name, title in FAMILIES.items()]
    return text[:begin] + "\n\n".join([_BEGIN, *parts, _END]) + text[end + len(_END) :]


def main() -> None:
    """Update firmware/README.md."""
    page = Path(firmware()) / "README.md"
    page.write_text(drawn(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
