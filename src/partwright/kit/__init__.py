"""What every slice stands on and what knows nothing of product data."""
