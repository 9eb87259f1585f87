"""Settings of the documentation."""

import diverseed

project = "diverseed"
author = "The diverseed developers"
version = release = diverseed.__version__
extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "myst_parser",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build"]

html_theme = "pydata_sphinx_theme"
html_title = "diverseed"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_theme_options = {
    "header_links_before_dropdown": 6,
    "navbar_align": "left",
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": False,
}
# pages without pages below them need no list of those
html_sidebars = {name: [] for name in ("index", "tutorial", "ideas", "paper", "scale", "design", "dependencies")}

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "none"
autosummary_generate = False  # every name has its place on a page of api/
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

sphinx_gallery_conf = {
    "examples_dirs": "../examples/gallery",
    "gallery_dirs": "gallery",
    "within_subsection_order": "FileNameSortKey",
    "capture_repr": ("_repr_html_",),
    "download_all_examples": False,
    "remove_config_comments": True,
    "show_signature": False,
    "abort_on_example_error": True,
    "write_computation_times": False,
}
