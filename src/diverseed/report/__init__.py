"""A clustering as one HTML page that can be sent on: what was found, how sure it is, pictures, clusters, limits."""

from .page import html_report

__all__ = ["html_report"]
