"""The host at the other end of the serial port: records out, commands in."""
