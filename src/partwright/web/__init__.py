"""The HTTP layer: everything between the socket and a slice's verb."""
