"""Screenplays, read: Fountain, Final Draft, plain text, web pages and PDF, all to the same scenes and people."""

from .readers.reading import read
from .records import Character, Heading, Kind, Line, Presence, ReaderWarning, Scene, Script

Warning = ReaderWarning
"""The former name of `ReaderWarning`."""

__all__ = ["Character", "Heading", "Kind", "Line", "Presence", "ReaderWarning", "Scene", "Script", "Warning", "read"]
