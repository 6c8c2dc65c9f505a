"""Prints a unit for systemd, by which a verb starts with the computer and again when it has ended."""

import getpass
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tierce_tools.base.texts import Texts

_UNIT = """\
# {install}
#
#     tierce {verb} ... --unit | sudo tee /etc/systemd/system/{name}.service
#     sudo mkdir -p /etc/tierce
#     sudo install -m 600 /dev/null {secrets}
#     sudoedit {secrets}
{variables}#     sudo systemctl enable --now {name}
#     journalctl -f -u {name}

[Unit]
Description=Tierce {verb}: {name}
Wants=network-online.target
After=network-online.target mosquitto.service postgresql.service
StartLimitIntervalSec=0

[Service]
User={user}
EnvironmentFile={secrets}
ExecStart={command}
Restart=always
RestartSec=10
NoNewPrivileges=true

[Install]
WantedBy=multi-user.target
"""


def print_unit(name: str, args: Sequence[str], secrets: Mapping[str, str], say: Texts) -> None:
    """Print the unit tierce-NAME that runs `tierce` with `args`.

    `secrets` are variables that may have a password, so they go into a file that only root can read.
    """
    print(
        _UNIT.format(
            install=say("To install it; the fourth line opens an editor, for what is indented below it:"),
            verb=args[0],
            name=f"tierce-{name}",
            secrets=f"/etc/tierce/{name}.env",
            variables="".join(f"#         {key}={value}\n" for key, value in secrets.items()),
            user=getpass.getuser(),
            command=" ".join(map(_quoted, [str(Path(sys.argv[0]).absolute()), *args])),
        ),
        end="",
    )


def _quoted(word: str) -> str:
    """Return a word of a command as systemd reads it (systemd.service, "Command lines")."""
    word = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{word}"' if any(each in word for each in " \t;'\"\\") else word
