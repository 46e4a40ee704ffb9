"""Several installations in one: which there are, and which one a request is of."""
