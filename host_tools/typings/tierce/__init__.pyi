# The engine's types, for the host's checks: the engine itself carries none (STYLE: the run-time
# source stays small). tests/host/test_typings.py holds these names and parameters to the source.
