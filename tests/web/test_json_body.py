"""Bodies that are seen at a glance to be within bounds are the same that a whole look finds to be."""

import json

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from partwright.kit.errors import InvalidInput
from partwright.web.json_body import MOST_DIGITS, check_bounds, split_object

_KEYS = st.sampled_from(["a", "\\u0061", "b", "a:", 'c\\"d', ""])
_NUMBERS = st.sampled_from(
    ["1", "-2.5e3", "9" * MOST_DIGITS, "9" * (MOST_DIGITS + 1), "0." + "3" * (MOST_DIGITS + 8)]
)
_TEXTS = st.sampled_from(["x", "10:30", "9" * 60, '{"a":1}', "[", "\\u0000"]).map(json.dumps)
_VALUES = st.recursive(
    _NUMBERS | _TEXTS | st.sampled_from(["null", "true", "{}", "[]"]),
    lambda inner: (
        st.lists(inner, max_size=2).map(lambda them: f"[{','.join(them)}]")
        | st.tuples(_KEYS, inner).map(lambda pair: f'{{"{pair[0]}":{pair[1]}}}')
    ),
    max_leaves=3,
)
_BODIES = st.tuples(st.lists(st.tuples(_KEYS, _VALUES), max_size=4), st.sampled_from(["", " "]))


@given(_BODIES)
def test_a_glance_refuses_what_a_whole_look_refuses(
    parts: tuple[list[tuple[str, str]], str],
) -> None:
    pairs, blank = parts
    inside = ",".join(f'"{key}"{blank}:{blank}{value}' for key, value in pairs)
    body = f"{{{inside}}}".encode()
    try:
        check_bounds(body)
        wanted: object = sorted(msgspec.json.decode(body))
    except InvalidInput as refusal:
        wanted = refusal.details
    try:
        found: object = sorted(split_object(body))
    except InvalidInput as refusal:
        found = refusal.details
    assert found == wanted
