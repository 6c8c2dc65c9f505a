"""A table's circuit for KiCad: the drawing, its netlist, and a picture of it."""
