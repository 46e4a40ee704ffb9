"""What the modelling kernel finds out about STEP files of the vault, in the background."""
