"""Tables as people have them, from a file or a data frame, as a matrix of numbers.

``prepare`` keeps a record of what each column became and why, and a recipe that treats later rows in the same way.
"""

from .prepare import Prepared, PreparedColumn, prepare
from .reading import read_table
from .recipe import Feature, Recipe
from .table import Table, as_table

__all__ = ["Feature", "Prepared", "PreparedColumn", "Recipe", "Table", "as_table", "prepare", "read_table"]
