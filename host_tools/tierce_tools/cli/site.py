"""`tierce site`: the virtual table as a folder of files, for any web server and for no network."""

from pathlib import Path
from typing import Annotated

from tierce_tools.base.npm import NpmError
from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import argument
from tierce_tools.cli.streams import tell


def site(folder: Annotated[Path, argument("FOLDER", N_("A new or an empty folder."))], *, lang: Lang) -> None:
    """Write the virtual table as files that run in any browser."""
    from tierce_tools.worker.site import write

    try:
        size = write(folder)
    except NpmError as error:
        raise Trouble("site.no_pyodide", "{error}", error=error) from None
    say = texts(lang)
    tell(
        say(
            "{folder} is written, {size} MB. Put it on any web server; to look at it here: "
            "python3 -m http.server --directory {folder}",
            folder=folder,
            size=say.number(f"{size / 1e6:.1f}"),
        )
    )
