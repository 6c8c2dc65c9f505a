"""Puts pip into an environment that was made without it.

`python3 host_tools/first_pip.py .venv`, for a Python without ensurepip, as Debian's without
python3-venv. The wheel comes from the index of the user's pip settings, or from PyPI. Only the
standard library is needed.
"""

import base64
import configparser
import hashlib
import os
import re
import ssl
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

_WHEEL = "pip-25.3-py3-none-any.whl"
_SHA256 = "9655943313a94722b7774661c21049070f6bbb0a1516bf02f7c8d5d9201514cd"
_PYPI = "https://pypi.org/simple"
_LONGEST_S = 60


def setting(name: str) -> str | None:
    """Return a setting of pip: from its environment, or from its files, the last that has it."""
    given = os.environ.get("PIP_" + name.upper().replace("-", "_"))
    home = Path.home()
    files = configparser.RawConfigParser(strict=False)
    files.read(
        [
            "/etc/xdg/pip/pip.conf",
            "/etc/pip.conf",
            home / ".pip/pip.conf",
            Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config", "pip/pip.conf"),
            os.environ.get("PIP_CONFIG_FILE", os.devnull),
        ],
        encoding="utf-8",
    )
    return given or next((files[part][name] for part in ("install", "global") if files.has_option(part, name)), None)


def fetched(url: str) -> bytes:
    """Return what is at an address, which may name a user. Raises OSError."""
    parts = urllib.parse.urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    request = urllib.request.Request(parts._replace(netloc=host).geturl())
    if at:
        secret = base64.b64encode(urllib.parse.unquote(user).encode()).decode()
        request.add_header("Authorization", f"Basic {secret}")
    trust = ssl.create_default_context(cafile=setting("cert"))
    with urllib.request.urlopen(request, timeout=_LONGEST_S, context=trust) as answer:
        return answer.read()


def wheel() -> bytes:
    """Return pip's wheel, verified. Raises OSError."""
    index = (setting("index-url") or _PYPI).rstrip("/") + "/pip/"
    shown = index.rpartition("@")[2]  # without the password
    links = re.findall(r'href="([^"]+)"', fetched(index).decode("utf-8", "replace"))
    found = [each for each in links if each.partition("#")[0].endswith("/" + _WHEEL)]
    if not found:
        raise OSError(f"{shown} has no {_WHEEL}")
    data = fetched(urllib.parse.urljoin(index, found[0].replace("&amp;", "&")))
    if hashlib.sha256(data).hexdigest() != _SHA256:
        raise OSError(f"{shown}: {_WHEEL} is not the file that Tierce knows; refused")
    return data


if __name__ == "__main__":
    python = Path(sys.argv[1], "bin/python")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, _WHEEL)
        try:
            path.write_bytes(wheel())
        except (OSError, ValueError, configparser.Error) as error:
            said = " ".join(str(error).split())
            sys.exit(
                f"pip cannot be fetched: {said}; install it for this Python (Debian: python3-venv), then try again"
            )
        done = subprocess.run([python, path / "pip", "--quiet", "install", "--no-index", path], check=False)
    sys.exit(done.returncode)
