"""The HTTP door: everything between the socket and a slice's verb."""
