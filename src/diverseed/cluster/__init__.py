"""The estimators, thin: each resolves its parameters and asks the layers below."""
