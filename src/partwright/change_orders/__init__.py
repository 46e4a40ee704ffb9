"""Change orders: affected items, workflow, votes, impact, release."""
