"""Places at two granularities: whole places (coarse), and the rooms and corners of them (fine)."""
