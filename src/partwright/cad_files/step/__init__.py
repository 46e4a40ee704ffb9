"""STEP files (ISO 10303-21), as far as their product tree goes; pure and streaming."""
