"""The match: cards and buttons become events, and the referee turns events into outcomes."""
