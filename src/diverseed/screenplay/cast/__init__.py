"""People of a script: cues taken apart, joined to persons, found in the narrative; who is where."""
