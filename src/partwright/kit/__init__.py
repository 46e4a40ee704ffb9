"""The ground of every slice, without any knowledge of product data."""
