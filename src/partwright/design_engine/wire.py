"""The bodies and parameters of design sessions."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from partwright.design_engine.artifact_patch import Description
from partwright.design_engine.stages import Action, Stage
from partwright.kit.errors import ErrorDetail, InvalidInput
from partwright.kit.fields import Text, Uuid, cleaned, trimmed

Words = Annotated[Text, Meta(extra=cleaned(trimmed))]
Identifier = Annotated[str, Meta(max_length=200, extra=cleaned(trimmed))]


class NewSession(msgspec.Struct, rename="camel", kw_only=True):
    """Description of the product to be designed, and its target."""

    description: Description
    program_id: Uuid
    design_id: Uuid | None = None
    ai_chat_session_id: Uuid | None = None


class SessionEdit(msgspec.Struct, rename="camel", kw_only=True):
    """Changes of a session by its user: `artifacts` are merged with those that stand."""

    description: Description | UnsetType = UNSET
    artifacts: Raw | UnsetType = UNSET
    stage: Stage | UnsetType = UNSET
    accepted: Annotated[list[Identifier], Meta(max_length=1000)] | UnsetType = UNSET
    """Ids of issues that the user accepts; they are added to those accepted before."""


class SessionAction(msgspec.Struct, rename="camel", kw_only=True):
    """An action, with what it needs."""

    action: Action
    question_id: Identifier | None = None
    answer: Words | None = None
    message: Words | None = None
    temp_id: Identifier | None = None
    feedback: Text | None = None

    def check(self) -> None:
        """InvalidInput when something is missing that the action needs."""
        needed = _NEEDED.get(self.action, ())
        missing = [
            ErrorDetail(wire, f"is required for {self.action}")
            for wire, name in needed
            if getattr(self, name) is None
        ]
        if missing:
            raise InvalidInput.fields(missing)


_NEEDED: dict[str, tuple[tuple[str, str], ...]] = {
    "answer_clarification": (("questionId", "question_id"), ("answer", "answer")),
    "send_message": (("message", "message"),),
    "regenerate_part": (("tempId", "temp_id"),),
}
