"""Users, roles, tokens and sign-on over HTTP."""
