"""`folded(text)`: texts made alike whatever their letter case, the same on both databases.

Neither database folds all of Unicode by itself. SQLite calls Python (`sqlite_connection`);
PostgreSQL gets a function of the same table, which looks at what a text consists of first, since `translate` is slow with
many letters.
"""

import sys
from functools import cache

_BLOCK = 1024
_LATIN = range(0x80, 0x100)
_CYRILLIC = range(0x400, 0x460)
_ASCII = 'lower(given COLLATE "C")'


def postgres_function() -> str:
    """The statement that makes the function; written so that the planner takes it inline."""
    everything = range(0x80, sys.maxunicode + 1)
    return f"""
        CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE
            WHEN octet_length(given) = length(given) THEN {_ASCII}
            WHEN given !~ '[{"".join(_table())}]' THEN {_ASCII}
            WHEN given !~ '[^{_class(_LATIN)}]' THEN {_spelled(_LATIN)}
            WHEN given !~ '[^{_class(_LATIN)}{_class(_CYRILLIC)}]'
                THEN {_spelled(_LATIN, _CYRILLIC)}
            ELSE {_spelled(everything)}
        END
        $$
    """


@cache
def _table() -> dict[str, str]:
    """Every letter beyond ASCII that folding changes, and what it becomes: one letter or more."""
    table: dict[str, str] = {}
    for start in range(0x80, sys.maxunicode + 1, _BLOCK):
        block = "".join(map(chr, range(start, min(start + _BLOCK, sys.maxunicode + 1))))
        # Nearly all blocks hold nothing that folds; these are passed at once.
        if block.casefold() != block:
            table |= {letter: to for letter in block if (to := letter.casefold()) != letter}
    return table


def _class(block: range) -> str:
    """A block of letters inside the brackets of a pattern; ASCII goes with the Latin one."""
    first = 1 if block is _LATIN else block.start
    return f"\\u{first:04x}-\\u{block.stop - 1:04x}"


def _spelled(*blocks: range) -> str:
    """The expression that folds a text whose foldable letters are all of these blocks."""
    table = {k: to for k, to in _table().items() if any(ord(k) in block for block in blocks)}
    single = {letter: to for letter, to in table.items() if len(to) == 1}
    text = f"translate({_ASCII}, '{''.join(single)}', '{''.join(single.values())}')"
    for letter, to in table.items():
        if len(to) > 1:
            text = f"replace({text}, '{letter}', '{to}')"
    return text
