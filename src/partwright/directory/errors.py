"""Refusals that SCIM has words of its own for."""

from partwright.kit.errors import InvalidInput, StateConflict


class ScimProblem(InvalidInput):
    """A request that cannot be followed, with one of the words of RFC 7644, section 3.12."""

    def __init__(self, scim_type: str, message: str) -> None:
        super().__init__(message)
        self.scim_type = scim_type


class NotUnique(StateConflict):
    """Another user or group has the name."""

    scim_type = "uniqueness"


def invalid_value(message: str) -> ScimProblem:
    return ScimProblem("invalidValue", message)


def invalid_path(message: str) -> ScimProblem:
    return ScimProblem("invalidPath", message)


def invalid_filter(message: str) -> ScimProblem:
    return ScimProblem("invalidFilter", message)


def shown(text: object) -> str:
    """The text that was sent, as a message quotes it."""
    return repr(text)[:60]
