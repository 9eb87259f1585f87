"""The frame of every HTML page that is written: self-contained, and closed to anything from elsewhere."""

from html import escape

# What a page may do that has no script: show its own styles, and pictures that are part of it.
STILL = "style-src 'unsafe-inline'; img-src data:"


def html_document(title: str, body: str, *, style: str, allowed: str = STILL) -> str:
    """A whole page.

    Parameters
    ----------
    title : plain text, escaped here
    body : HTML, whose text from users is escaped already
    style : CSS
    allowed : what the content security policy lets the page do; all else is forbidden
    """
    policy = f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""
