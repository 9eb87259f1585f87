"""Tables from files: CSV in its many dialects, TSV, Parquet and NPY, as a matrix of numbers with named columns."""

from .reading import read_table
from .table import Column, LeftOut, Table, table_of

__all__ = ["Column", "LeftOut", "Table", "read_table", "table_of"]
