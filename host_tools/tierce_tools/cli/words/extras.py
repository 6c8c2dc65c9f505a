"""Words for a package that this installation lacks."""

EN = {
    "missing": "this needs {}, which is not installed; type: {}",
}
FR = {
    "missing": "il faut pour cela {}, qui n'est pas installé ; tapez : {}",
}
