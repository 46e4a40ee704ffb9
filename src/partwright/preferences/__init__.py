"""Saved views and preferences of users."""
