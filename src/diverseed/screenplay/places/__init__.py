"""Places at two granularities: whole places (coarse), and the rooms and other parts of them (fine)."""
