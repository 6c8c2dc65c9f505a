"""Questions for hints, as JSON: one or many, answered by the engine."""
