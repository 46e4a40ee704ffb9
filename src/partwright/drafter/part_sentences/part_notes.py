"""Words for what the form of a single part does not show as its text has it; pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from partwright.cad.language.features.gears import normal_module
from partwright.drafter.part_sentences.drawn_text import METRIC
from partwright.drafter.part_sentences.screwed_figures import FEMALE
from partwright.drafter.part_sentences.tapers import TAPER_BORED
from partwright.drafter.parts import feature_changes
from partwright.drafter.parts.name_sizes import number
from partwright.drafter.parts.stated_features import StatedFeatures
from partwright.drafter.text.part_wording import (
    SET_SCREW,
    fits_in,
    inch_threads_in,
    pipe_threads_in,
)
from partwright.kit.patterns import lazy_regex


def notes_of(
    key: str, text: str, wanted: StatedFeatures, left: Sequence[str], figures: Mapping[str, float]
) -> list[str]:
    """Tell what of the text the body does not show as it is."""
    notes = [hole.note for hole in wanted.holes if hole.note]
    cores = {hole.diameter for hole in wanted.holes if hole.note}
    plain = [one for one in wanted.holes if not one.note and one.diameter in cores]
    notes += [f"{one.number} holes of {one.diameter:g} mm are plain" for one in plain]
    notes += [f"Not made, since it does not fit: {one}" for one in left]
    inside = feature_changes.end_threads(wanted.text)
    if inside and "hole_1.diameter" in figures:
        notes.append(f"M{inside[0]:g} is drawn as its core hole")
    elif key == "lever" and (female := FEMALE.search(wanted.text)):
        notes.append(f"M{female[1] or female[2]} is drawn as its core hole")
    elif re.search(r"\bthread(?!ed hole)", wanted.text, re.IGNORECASE):
        named = outer_threads(wanted.text)
        notes += [f"The thread {one} is not drawn" for one in named] or ["The thread is not drawn"]
    elif ended := _AT_ENDS.search(wanted.text):
        fine = f" x {number(ended['p']):g}" if ended["p"] else ""
        notes.append(f"The thread M{ended['m']}{fine}, {number(ended['l']):g} mm long is not drawn")
    notes += _told_of(key, text, figures)
    notes += [f"{one} is drawn at its nominal size" for one in fits_in(text)]
    notes += [f"The thread {one} is not drawn" for one in inch_threads_in(text)]
    notes += [
        f"{'' if one.endswith('NPT') else 'G '}{one} is drawn as its core hole"
        for one in pipe_threads_in(text)
    ]
    notes += [f"The {secured[0]} is not drawn"] if (secured := SET_SCREW.search(text)) else []
    notes += ["The centre holes are not drawn"] if _CENTRED.search(text) else []
    if wanted.slots and wanted.slots.is_assumed:
        notes.append(f"The length of the slots is assumed: {wanted.slots.length:g} mm")
    if key == "tray" and _OPEN.search(text):
        notes.append("It is drawn with its open side up")
    return [*notes, _TOLD[key]] if key in _TOLD else notes


def _told_of(key: str, text: str, figures: Mapping[str, float]) -> list[str]:
    """Notes on one sort of part that is drawn otherwise than told."""
    told: list[str] = []
    if key == "knob" and (stud := figures.get("boss_1.diameter")):
        told.append(f"The thread M{stud:g} is not drawn")
    if key == "slot_profile" and (core := METRIC.search(text)) and "core_hole" in figures:
        told.append(f"M{core[1]} is drawn as its core hole")
    if key == "hose_barb" and re.search(r"\bhex|\ba/?f\b", text, re.IGNORECASE):
        told.append("Its hexagon is drawn round, as wide as over its flats")
    if key == "spacer" and _MALE.search(text):
        told.append("The thread on its male end is not drawn, nor that end")
    if key == "round_lid" and re.search(r"\b(?:pipe|tube)\b", text, re.IGNORECASE):
        told.append("It is drawn to go over the pipe")
    if figures.get("helix_angle") and (module := figures.get("module")):
        told.append(
            f"Its normal module of {normal_module(figures):.4g} mm is {module:.4g} mm in its face"
        )
    return told


_AT_ENDS: Final = lazy_regex(
    r"\bM ?(?P<m>\d{1,2})(?: ?x ?(?P<p>[0-3][.,]\d{1,2})(?: ?mm)?)?,?(?: x| over| for) (?P<l>\d+(?:[.,]\d+)?)(?: ?mm)?(?: long)?,? (?:(?:at|on) )?(?:both|each|one) ends?\b(?!,? deep)",
    re.IGNORECASE,
)
"""The thread of an end by its length alone: M16 x 60 both ends."""
_MALE: Final = lazy_regex(r"\bfemale-male\b|\bmale-female\b|\bmale\b(?! ?-? ?male)", re.IGNORECASE)
_CENTRED: Final = lazy_regex(
    r"\bcent(?:re|er)[- ](?:holes?|drill(?:ed|ing|ings)?)\b(?= (?:both|each|at|in|on|to)\b| ?[,;.]|\Z)|\bDIN ?332\b",
    re.IGNORECASE,
)
"""Centres that turned parts are held by."""
_MITRED: Final = lazy_regex(
    r"\b(?:mit(?:re|er)(?:s|d|ed)?|gehrung\w*|bevel(?:l?ed)? ends?|ends? (?:is |are )?(?:cut|sawn|bevel\w*) (?:off )?(?:at|to|under|on)|angled (?:ends?|cuts?)|cut (?:at|to) (?:an angle|\d+ ?(?:°|deg)))[^,;.\n]{0,24}",
    re.IGNORECASE,
)
_MITRED_NOT: Final = frozenset({"bevel_gear", "gear"})
_EYES: Final = lazy_regex(r"\b(?:(?:two|one|\d) )?(?:\d+ ?mm )?(?:rolled )?eyes?\b", re.IGNORECASE)


def undrawn_features(key: str, method: str, text: str) -> list[str]:
    """Features that the text asks of the part and no form of it shows."""
    mitred = _MITRED.search(text) if method not in _MITRED_NOT else None
    told = [f"“{mitred.group().strip()}”: its ends are square"] if mitred else []
    if key == "hub" and _CLAWED.search(text):
        told.append("its claws: it is drawn as a plain hub")
    if key != "taper_bored" and (bore := TAPER_BORED.search(text)):
        told.append(f"“{bore.group().strip()}”: its bore is plain")
    tapers = [] if key in _TAPERING else list(_TAPERED.finditer(text))
    told += [f"“{tapers[-1].group().strip()}”: it is parallel there"] if tapers else []
    eyes = _EYES.search(text) if key == "leaf_spring" else None
    return [*told, *([f"“{eyes.group().strip()}”: it is flat"] if eyes else [])]


_TAPERING: Final = frozenset({"tapered", "taper_bored", "wedge", "nozzle", "pipe_reducer", "plain_cone", "cone", "funnel", "rigid_coupling"})  # fmt: skip
_TAPERED: Final = lazy_regex(
    r"\b(?:(?:bore|hole|sides?|ends?) )?taper(?:s|ed|ing)?\b(?! (?:bush|sleeve|lock|pins?|rollers?|thread))[^,;.\n]{0,30}",
    re.IGNORECASE,
)
_CLAWED: Final = lazy_regex(r"\b(?:jaw|claw|spider|oldham|beam|bellows|disc) coupling|\bklauen", re.IGNORECASE)  # fmt: skip
_OPEN: Final = lazy_regex(r"\b(?:cover|lid|deckel|couvercle)\b", re.IGNORECASE)
_TOLD: Final = {
    "thumb_screw": "The knurls and the thread are not drawn",
    "u_bolt": "The threads are not drawn",
    "tension_spring": "The hooks are not drawn",
    "ring_nut": "The thread is drawn as its core hole",
    "thumb_nut": "The thread is drawn as a core hole that ends within the nut",
    "worm": "The thread of the worm is not drawn: its outside is a cylinder",
    "worm_wheel": "The teeth are drawn as those of a spur gear, without the throat round the worm",
    "tube_plug": "It is drawn solid, without lamellae",
    "leaf_spring": "It is drawn flat, without its camber and without eyes",
    "hinge_leaf": "The knuckles of the leaf are not drawn",
    "rod_end": "The ball is drawn as one with its head",
    "plain_block": "Its form is not known: it is drawn as a plain block of its sizes",
}
"""What the form of a part does not show, by its key."""


_OUTER: Final = lazy_regex(
    r"\bM(?P<m>\d+(?:[.,]\d+)?)(?: ?x ?(?P<fine>[0-3][.,]\d+|[1-3](?!\d))(?: ?mm)?)?[ -]*(?:\w+[ -])?thread\w*"
    r"|\bthread(?:ed)?\b[^;.M]{0,20}?\bM(?P<m2>\d+(?:[.,]\d+)?)(?: ?x ?(?P<fine2>[0-3][.,]\d+|[1-3](?!\d))(?: ?mm)?)?",
)
_LENGTH: Final = lazy_regex(
    r"^[^;.M]{0,24}?\b(?:(?P<a>\d+(?:[.,]\d+)?) ?(?:mm )?long\b|over (?P<b>\d+(?:[.,]\d+)?))"
)


def outer_threads(text: str) -> list[str]:
    """The threads on a part that a text names, each with its pitch and length where they are given."""
    found: list[str] = []
    for match in _OUTER.finditer(text):
        size = f"M{number(match['m'] or match['m2']):g}"
        fine = match["fine"] or match["fine2"]
        long = _LENGTH.match(text[match.end() :])
        own = f" x {number(fine):g}" if fine else ""
        along = f", {number(long['a'] or long['b']):g} mm long" if long else ""
        found.append(f"{size}{own}{along}")
    return list(dict.fromkeys(found))
