"""The schema's history; the environment and one script a step, for both databases."""
