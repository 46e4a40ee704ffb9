"""Building a structure: recipes of the catalogue, evaluated for one brief."""
