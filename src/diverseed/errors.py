"""What goes wrong because of the input: the command line prints the message and exits with code 2."""


class InputError(ValueError):
    """Input that cannot be used. The message names the value, the limit and the way out."""
