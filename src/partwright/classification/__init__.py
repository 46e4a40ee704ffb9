"""What items are filed by: definitions of attributes."""
