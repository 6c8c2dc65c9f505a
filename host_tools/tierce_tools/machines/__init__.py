"""Tables behind the page that are not modelled here: a real board, an emulated Pico."""
