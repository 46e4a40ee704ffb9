"""Messages after the first text: what they change, keep, swap or take back."""
