"""Fields that an import understands, and the headers that name them."""
