"""This server's own description for identity providers (RFC 7643, sections 5 to 7)."""

from typing import Any

from partwright.directory.resources import GROUP_SCHEMA, USER_SCHEMA

Description = dict[str, Any]
LARGEST_PAGE = 100
_CORE = "urn:ietf:params:scim:schemas:core:2.0"


def _attribute(name: str, description: str, **more: Any) -> Description:
    return {
        "name": name,
        "type": "string",
        "multiValued": False,
        "description": description,
        "required": False,
        "caseExact": False,
        "mutability": "readWrite",
        "returned": "default",
        "uniqueness": "none",
    } | more


def _reference(kind: str, mutability: str) -> Description:
    return _attribute(
        "$ref",
        f"The address of the {kind.lower()}",
        type="reference",
        referenceTypes=[kind],
        caseExact=True,
        mutability=mutability,
    )


_NAME = [
    _attribute("formatted", "The whole name"),
    _attribute("givenName", "The given name"),
    _attribute("familyName", "The family name"),
]
_EMAILS = [
    _attribute("value", "The address"),
    _attribute("type", "What it is for", canonicalValues=["work"]),
    _attribute("primary", "Whether it is the one that is kept", type="boolean"),
]
_GROUPS = [
    _attribute("value", "The id of the group", mutability="readOnly", caseExact=True),
    _attribute("display", "Its name", mutability="readOnly"),
    _attribute("type", "How they belong to it", mutability="readOnly", canonicalValues=["direct"]),
    _reference("Group", "readOnly"),
]
_MEMBERS = [
    _attribute("value", "The id of the user", mutability="immutable", caseExact=True),
    _attribute("type", "What it is", mutability="immutable", canonicalValues=["User"]),
    _reference("User", "immutable"),
]
_EXTERNAL = _attribute("externalId", "The id at the provider", caseExact=True)

_SCHEMAS: dict[str, Description] = {
    USER_SCHEMA: {
        "name": "User",
        "description": "A person with an account",
        "attributes": [
            _attribute("userName", "What they are called", required=True, uniqueness="server"),
            _EXTERNAL,
            _attribute("displayName", "The name that is shown"),
            _attribute("name", "The parts of the name", type="complex", subAttributes=_NAME),
            _attribute("active", "Whether they may sign on", type="boolean"),
            _attribute(
                "emails",
                "The e-mail address, of which one is kept",
                type="complex",
                multiValued=True,
                subAttributes=_EMAILS,
            ),
            _attribute(
                "groups",
                "The groups that they are in",
                type="complex",
                multiValued=True,
                mutability="readOnly",
                subAttributes=_GROUPS,
            ),
        ],
    },
    GROUP_SCHEMA: {
        "name": "Group",
        "description": (
            "A group; its members get the roles and memberships that administrators have mapped it"
            " to"
        ),
        "attributes": [
            _attribute("displayName", "Its name", required=True, uniqueness="server"),
            _EXTERNAL,
            _attribute(
                "members",
                "The users in it",
                type="complex",
                multiValued=True,
                subAttributes=_MEMBERS,
            ),
        ],
    },
}


def schemas(base: str) -> list[Description]:
    """The schemas of what is kept."""
    return [
        {
            "schemas": [f"{_CORE}:Schema"],
            "id": schema_id,
            **told,
            "meta": {"resourceType": "Schema", "location": f"{base}/Schemas/{schema_id}"},
        }
        for schema_id, told in _SCHEMAS.items()
    ]


def resource_types(base: str) -> list[Description]:
    """The kinds of resources."""
    return [
        {
            "schemas": [f"{_CORE}:ResourceType"],
            "id": name,
            "name": name,
            "endpoint": f"/{name}s",
            "description": _SCHEMAS[schema]["description"],
            "schema": schema,
            "meta": {"resourceType": "ResourceType", "location": f"{base}/ResourceTypes/{name}"},
        }
        for name, schema in (("User", USER_SCHEMA), ("Group", GROUP_SCHEMA))
    ]


def service_provider_config(base: str) -> Description:
    """The supported parts of the protocol."""
    return {
        "schemas": [f"{_CORE}:ServiceProviderConfig"],
        "patch": {"supported": True},
        "bulk": {"supported": False, "maxOperations": 0, "maxPayloadSize": 0},
        "filter": {"supported": True, "maxResults": LARGEST_PAGE},
        "changePassword": {"supported": False},
        "sort": {"supported": False},
        "etag": {"supported": False},
        "authenticationSchemes": [
            {
                "type": "oauthbearertoken",
                "name": "Bearer token",
                "description": "A personal token with the scope directory.manage",
                "primary": True,
            }
        ],
        "meta": {
            "resourceType": "ServiceProviderConfig",
            "location": f"{base}/ServiceProviderConfig",
        },
    }
