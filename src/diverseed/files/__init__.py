"""Whole files or none, JSON that any reader takes, and the frame of every page."""
