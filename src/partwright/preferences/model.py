"""Saved views and preferences as they are kept and shown, and why they refuse."""

import json
from typing import Annotated, Any, Literal, NewType, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from partwright.identity.model import UserRef
from partwright.kit.errors import ErrorDetail, InvalidInput, StateConflict
from partwright.kit.fields import FieldProblem, Text, cleaned, trimmed
from partwright.kit.ids import UserId

ViewId = NewType("ViewId", str)

LARGEST_PREFERENCES = 64 * 1024
"""Bytes of JSON."""
MOST_VIEWS = 500
"""Saved views that one user may have."""

ViewName = Annotated[str, Meta(max_length=100, extra=cleaned(trimmed))]
PageName = Annotated[str, Meta(max_length=100, extra=cleaned(trimmed))]
ColumnName = Annotated[str, Meta(max_length=200)]
Columns = Annotated[list[ColumnName], Meta(max_length=200)]


MailMode = Literal["immediate", "daily", "off"]
"""How often a user wants mail, which the preferences hold as `mail`."""


Language = Literal["en", "de"]
"""The language that a user reads, which the preferences hold as `language`."""


class _Reader(msgspec.Struct):
    """The language in the preferences of a user, which may hold anything."""

    language: Language = "en"


def language_of(preferences: str) -> Language:
    """That of the page as the user has it; English where it is not known."""
    try:
        return msgspec.json.decode(preferences, type=_Reader).language
    except msgspec.DecodeError:
        return "en"


def _read_by_all(value: Raw) -> Raw:
    size = len(bytes(value))
    if size > LARGEST_PREFERENCES:
        raise FieldProblem(f"expected at most {LARGEST_PREFERENCES} bytes, got {size}")
    try:
        # Kept as it came, so all that clients might stumble over is found here.
        json.loads(bytes(value))
    except (ValueError, RecursionError) as error:
        raise FieldProblem("expected JSON whose numbers and depth clients can read") from error
    return value


def check_mail(before: str, after: str) -> None:
    """InvalidInput for a `mail` that the server does not read, unless it stood there already.

    Clients write all that there is: one that keeps an old value must not be kept from writing the rest.
    """
    mail = _mail_of(after)
    if mail is None or mail == _mail_of(before) or json.loads(mail) in get_args(MailMode):
        return
    modes = ", ".join(get_args(MailMode))
    raise InvalidInput.field("preferences", f"expected mail to be one of {modes}, got {mail[:60]}")


def _mail_of(preferences: str) -> str | None:
    """JSON of the one of the user's own keys that the server reads; None where there is none."""
    found: Any = json.loads(preferences)
    return json.dumps(found["mail"]) if isinstance(found, dict) and "mail" in found else None


class SavedViewInput(msgspec.Struct, rename="camel"):
    """A view to be saved: a page of the web application with its filters, order and columns."""

    name: ViewName
    page: PageName
    query: Text = ""
    columns: Columns = []
    is_shared: bool = False


class SavedViewEdit(msgspec.Struct, rename="camel"):
    """Changes of a saved view."""

    name: ViewName | UnsetType = UNSET
    page: PageName | UnsetType = UNSET
    query: Text | UnsetType = UNSET
    columns: Columns | UnsetType = UNSET
    is_shared: bool | UnsetType = UNSET


class SavedView(msgspec.Struct, rename="camel", frozen=True):
    """A saved view; its owner's alone unless it is shared with everybody."""

    id: ViewId
    name: str
    page: str
    query: str
    """The query of the page's address, without the question mark."""
    columns: list[str]
    is_shared: bool
    owner: UserRef
    created_at: str
    updated_at: str


class UserPreferences(msgspec.Struct, frozen=True):
    """Whatever JSON the user's clients keep, an empty object at first."""

    preferences: Raw


class PreferencesInput(msgspec.Struct):
    """The preferences as a whole: any JSON of at most 64 KB; a new `mail` is immediate, daily or off."""

    preferences: Annotated[Raw, Meta(extra=cleaned(_read_by_all))]


class ViewNameTaken(StateConflict):
    """A user's views of one page have names of their own."""

    def __init__(self, name: str, page: str) -> None:
        message = f"You already have a view named {name!r} on the page {page!r}"
        super().__init__(message, details=[ErrorDetail("name", message)])


class TooManyViews(StateConflict):
    """The user has as many views as one may have."""

    def __init__(self) -> None:
        super().__init__(
            f"You have {MOST_VIEWS} saved views, which is the limit; delete some first"
        )


def user_ref(user_id: str, name: str) -> UserRef:
    return UserRef(UserId(user_id), name)
