"""The web application, served to browsers."""
