"""All features, a module for each family."""
