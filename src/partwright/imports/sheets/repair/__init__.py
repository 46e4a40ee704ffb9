"""Refused rows as a file to repair, and the settings to read it alike again."""
