"""The studio: screenplays, tables and short texts on a local web page, to look, correct and export.

``server`` answers the page, ``jobs`` keeps what was asked for and runs it one after another, ``worker`` is the process
a job runs in, ``pipelines`` are what it does there; ``folders`` and ``records`` are why it is all there again after a
restart. ``static`` is the page itself.
"""
