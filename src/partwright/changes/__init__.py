"""What differs between states of a design, and how lines of work come together."""
