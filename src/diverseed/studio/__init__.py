"""The studio: a local web page to explore, correct and export screenplays, tables and short texts.

``server`` answers the page, ``jobs`` queues the jobs and runs them one after another, ``worker`` is the process in
which a job runs, and ``pipelines`` do the work there. ``folders`` and ``records`` keep everything across restarts.
``static`` is the page itself.
"""
