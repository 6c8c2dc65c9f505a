"""The tables behind the page, each a virtual.machine.Machine: modelled, mirror (a real board), pico (an emulated one).

Only `modelled` knows no ports and no threads: a worker has it, too.
"""
