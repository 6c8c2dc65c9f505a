"""Tables behind the page other than the modelled one: a real board, an emulated Pico."""
