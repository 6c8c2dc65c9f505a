"""The shell around a virtual table: the page's server on this computer, with threads and sockets.
"""
