"""What goes wrong because of the input, and what the user should know about it."""


class InputError(ValueError):
    """Input that cannot be used. The message names the value, the limit and the way out.

    The command line prints the message and exits with code 2.
    """


class NoStructureWarning(UserWarning):
    """The data shows no clusters: what is reported is one cluster, or the user's own number."""


class NotRoundWarning(UserWarning):
    """The clusters that stand out are not round, so k-means cuts them up or joins them."""
