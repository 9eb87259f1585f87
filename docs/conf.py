"""Settings of the documentation."""

import diverseed

project = "diverseed"
author = "The diverseed developers"
version = release = diverseed.__version__
extensions = ["sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "myst_parser"]
exclude_patterns = ["_build"]
html_theme = "pydata_sphinx_theme"
html_title = "diverseed"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"
