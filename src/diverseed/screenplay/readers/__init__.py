"""One reader per file format, each giving the lines of a script by kind."""
