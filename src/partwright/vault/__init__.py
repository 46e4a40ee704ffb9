"""Files of items: their versions, their locks, and the store that keeps their bytes."""
