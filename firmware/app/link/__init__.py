"""The link to a host over the serial port: records go out, commands come in."""
