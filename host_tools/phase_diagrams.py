"""Generates the section "Phases" of firmware/README.md from the engine's rows.

    python host_tools/phase_diagrams.py

For each family of games: a state diagram (mermaid, which GitHub draws).
"""

from pathlib import Path

from tierce.phases import DEAL
from tierce.referee import family_of
from tierce_tools.base.paths import firmware

FAMILIES = {"laying": "The laying games", "rami500": "Rami 500", "gin": "Gin", "manipulation": "Manipulation"}
_BEGIN, _END = "<!-- phases: drawn from the engine's rows -->", "<!-- end of phases -->"


def diagram(family: str) -> str:
    """Return the diagram of a family in mermaid: an arrow for each change of state."""
    arrows: dict[tuple[str, str], list[str]] = {}
    for states, event, following, _ in family_of(family).rows:
        for state in states if isinstance(states, tuple) else (states,):
            if following and following != state:
                arrows.setdefault((state, following), []).append(event)
    lines = [f"    {old} --> {new}: {', '.join(events)}" for (old, new), events in arrows.items()]
    return "\n".join(["```mermaid", "stateDiagram-v2", f"    [*] --> {DEAL}", *lines, "```"])


def drawn(text: str) -> str:
    """Return a page with its phases generated again. Raises ValueError if it has no markers."""
    begin, end = text.index(_BEGIN), text.index(_END)
    parts = [f"### {title}\n\n{diagram(name)}" for name, title in FAMILIES.items()]
    return text[:begin] + "\n\n".join([_BEGIN, *parts, _END]) + text[end + len(_END) :]


def main() -> None:
    """Update firmware/README.md."""
    page = Path(firmware()) / "README.md"
    page.write_text(drawn(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
