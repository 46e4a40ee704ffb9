"""Users and groups as an identity provider keeps them here, by SCIM 2.0 (RFC 7643, RFC 7644)."""
