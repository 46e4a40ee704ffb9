"""Stepper motors in the name of what they are screwed to, said behind it: plate for NEMA 17; pure."""

import re
from typing import Final

from partwright.drafter.text.drive_codes import NEMA
from partwright.kit.patterns import lazy_regex

_MOTOR: Final = r"(?:[ -]size)?(?:[ -](?:stepper|stepping))?(?:[ -]motors?)?"
_HELD: Final = r"(?:mounting |mount |adapt[eo]r |face |l-)?(?:plate|bracket|flange plate|adapt[eo]r|mount|holder)"
_AHEAD: Final = lazy_regex(
    rf"\A(?P<lead>(?:(?:please|design|make|draw|i need|an?|the) ){{0,4}}(?:[a-z]+ )?)(?P<size>{NEMA}){_MOTOR} (?P<name>(?:motor )?{_HELD})(?![\w-])",
    re.IGNORECASE,
)
"""NEMA 17 motor bracket."""
_BEHIND: Final = lazy_regex(
    rf"\A(?P<lead>[^,.;:\n]{{0,60}}?)(?P<name>(?:(?:stepper )?motor )?{_HELD}),? (?:(?:for|from|to fit|to) )?(?:an? |the )?(?P<size>{NEMA}){_MOTOR}(?![\w-])"
    rf"(?: (?:to|and|on|onto|or) (?:an? )?(?P<other>{NEMA}){_MOTOR}(?![\w-]))?",
    re.IGNORECASE,
)
"""Adapter plate NEMA 23 to NEMA 17, bracket for a NEMA 17 stepper motor."""
_MOUNT: Final = lazy_regex(r"(?:motor )?(?:mount|holder)\Z", re.IGNORECASE)
_STEPPER: Final = lazy_regex(r"\bstepper (?=motor)", re.IGNORECASE)


def motors_behind(text: str) -> str:
    """The text with the size of the motor as what the plate or bracket at its head is for."""
    ahead = _AHEAD.match(text)
    if ahead is not None:
        name = (
            f"motor {_MOUNT.sub('mounting bracket', ahead['name'].lower().removeprefix('motor '))}"
        )
        return f"{ahead['lead']}{name} for {ahead['size']}{text[ahead.end() :]}"
    behind = _BEHIND.match(text)
    if behind is None:
        return text
    other = f" and for {behind['other']}" if behind["other"] else ""
    name = _STEPPER.sub("", _MOUNT.sub("mounting bracket", behind["name"]))
    return f"{behind['lead']}{name} for {behind['size']}{other}{text[behind.end() :]}"
