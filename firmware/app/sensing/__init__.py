"""Sensing: reads tags and finds out which card lies steadily in which zone."""
