"""The shell around a virtual table: the page's server, with threads and sockets."""
