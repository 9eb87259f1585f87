"""The studio: the three roads (screenplay, table, short texts) on a local web page, to look, correct and export.

``server`` answers the page, ``jobs`` keeps what was asked for and runs it one after another, ``worker`` is the process
a job runs in, ``roads`` are what it does there. ``static`` is the page itself.
"""
