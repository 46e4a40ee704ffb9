"""Checks the ID token of an OpenID provider (OpenID Connect Core, section 3.1.3.7)."""

# The library has no types; what comes from it is named here and nowhere else.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false

from typing import Any, cast

from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from partwright.kit.errors import InvalidCredentials

LEEWAY_SECONDS = 60
"""By so much the provider's clock may differ from ours."""

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
"""Signatures by a key of the provider's own; never `none`, nor a secret that both sides know."""


def check_id_token(
    id_token: str,
    keys: dict[str, Any],
    *,
    issuer: str,
    client_id: str,
    nonce: str,
    access_token: str,
) -> dict[str, Any]:
    """The token's claims; InvalidCredentials for one that was not made for this sign-on."""
    try:
        token = jwt.decode(
            id_token, KeySet.import_key_set(cast("Any", keys)), algorithms=ALGORITHMS
        )
        CodeIDToken(
            token.claims,
            token.header,
            options={
                "iss": {"essential": True, "value": issuer},
                "aud": {"essential": True, "value": client_id},
                "nonce": {"essential": True, "value": nonce},
            },
            params={"nonce": nonce, "client_id": client_id, "access_token": access_token},
        ).validate(leeway=LEEWAY_SECONDS)
        return token.claims
    except (JoseError, ValueError, TypeError, KeyError) as error:
        raise InvalidCredentials("The provider's ID token is not valid") from error
