"""Tables on an MQTT broker: what a table says there, and the collector that keeps it."""
