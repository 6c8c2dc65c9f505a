"""The user interface: screen, lights, buttons, menus and the registration of a deck."""
