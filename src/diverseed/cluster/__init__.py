"""The estimators. Each resolves its parameters and leaves the work to the layers below."""
