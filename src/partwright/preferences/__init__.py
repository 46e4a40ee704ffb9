"""What the users of the page keep for themselves: saved views and preferences."""
