"""Many deals in a row: what is measured of each, added up; matches."""
