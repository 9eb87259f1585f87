"""Reading and writing whole files: decoding, JSON, and pages from templates."""
