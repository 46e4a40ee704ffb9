"""The people of the tests: in every database from the start, each with a token."""

from typing import NamedTuple


class Person(NamedTuple):
    """A user with a token."""

    id: str
    name: str
    email: str
    token: str
    role: str | None


def _person(number: int, name: str, role: str | None) -> Person:
    first = name.partition(" ")[0].lower()
    email, token = f"{first}@example.com", f"pw_{first:-<43}"
    return Person(f"00000000-0000-7000-8000-{number:012d}", name, email, token, role)


ADMINISTRATOR = _person(1, "Ada Lovelace", "Administrator")
ENGINEER = _person(2, "Emmy Noether", "Engineer")
APPROVER = _person(3, "Alan Turing", "Approver")
VIEWER = _person(4, "Vera Rubin", "Viewer")
OUTSIDER = _person(5, "Otto Hahn", "Engineer")
"""An engineer who is a member of no program."""
ROLELESS = _person(6, "Rosa Parks", None)
"""A user without any role."""

EVERYBODY = (ADMINISTRATOR, ENGINEER, APPROVER, VIEWER, OUTSIDER, ROLELESS)

PASSWORD = "correct horse battery"
"""Everybody's."""
PASSWORD_HASH = (
    "$argon2id$v=19$m=8,t=1,p=1$Igbo1Mvni+GEdN8Sqmuxhg$GJzmni293PO9apjCacMnPMeah1yOr86o0HTUueV3ldc"
)
"""Of the least effort Argon2id knows."""
