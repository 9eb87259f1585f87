"""What each line of a plain-text script is: heading, action, cue, dialogue; a chain over the whole text."""
