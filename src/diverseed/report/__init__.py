"""A clustered table and its report: one HTML page with what was found, the evidence, pictures, clusters and limits."""

from .page import html_report

__all__ = ["html_report"]
