"""Users, roles, permissions, tokens and sign-on."""
