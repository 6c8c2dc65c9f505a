"""The page served on this computer: the shell of threads and sockets around a virtual table."""
