"""Whom mail is due to, and how often they want it."""

import msgspec

from partwright.kit.ids import UserId
from partwright.preferences.model import Language, MailMode, language_of

USUAL: MailMode = "daily"


class _Preferences(msgspec.Struct):
    """Mail in the preferences of a user, which may hold anything."""

    mail: MailMode = USUAL


class WaitingUser(msgspec.Struct, frozen=True):
    """An active user with notices that were neither read nor mailed; the fields are columns."""

    id: UserId
    preferences: str
    oldest: str
    """When the oldest of the notices came."""
    sent_at: str
    """When they were last sent mail; empty for never."""
    has_urgent: bool
    """Whether some of the notices go out at once, whatever the user chose."""

    @property
    def mode(self) -> MailMode:
        """The user's choice; anything else is the usual."""
        try:
            return msgspec.json.decode(self.preferences, type=_Preferences).mail
        except msgspec.DecodeError:
            return USUAL

    @property
    def language(self) -> Language:
        """That of the page as the user has it; English where it is not known."""
        return language_of(self.preferences)

    def is_due(self, *, last_hour: str) -> bool:
        """Whether mail is to go out now; `last_hour` is the last time that daily mail went out."""
        if self.mode == "daily":
            return self.oldest <= last_hour and self.sent_at < last_hour
        return self.mode == "immediate"
