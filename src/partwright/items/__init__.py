"""Items of all types: their fields, numbers, lifecycles, history."""
