"""An exchange structure taken apart into statements while its bytes arrive (ISO 10303-21, 6.3)."""

import re
from collections.abc import Iterator

from partwright.kit.errors import UnprocessableInput

LONGEST_STATEMENT = 16 << 20
"""Bytes; a spline surface of a real part takes less than a tenth of this."""

MOST_STATEMENTS = 20_000_000
_MOST_PIECES = 100_000
"""Semicolons in the strings and comments of one statement."""

_BEGIN = b"ISO-10303-21"
_END = b"END-ISO-10303-21"
_MARK = re.compile(rb"'|/\*|\*/")
_SKIPPED = re.compile(rb"('(?:[^']|'')*')|/\*.*?\*/", re.DOTALL)

_OUTSIDE, _IN_STRING, _IN_COMMENT = range(3)


class NotAStepFile(UnprocessableInput):
    """The bytes are no STEP file, or only a part of one."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The file is not a readable STEP file: {reason}")
        self.reason = reason


class StatementReader:
    """Gives each statement once it is whole; the end must come before the bytes end."""

    def __init__(self) -> None:
        self._rest: list[bytes] = []
        self._rest_size = 0
        self._open: list[bytes] = []
        self._open_size = 0
        self._place = _OUTSIDE
        self._begun = self._ended = False
        self._count = 0

    def feed(self, block: bytes) -> Iterator[bytes]:
        """The statements that end in the block, without their semicolons and comments.

        NotStep for what does not begin like a STEP file or never comes to an end.
        """
        pieces = block.split(b";")
        self._rest.append(pieces[0])
        self._rest_size += len(pieces[0])
        if len(pieces) > 1:
            # Joined once it is whole: a long statement comes in many blocks.
            pieces[0] = b"".join(self._rest)
            self._rest = [pieces[-1]]
            self._rest_size = len(pieces[-1])
        del pieces[-1]
        self._count += len(pieces)
        if self._count > MOST_STATEMENTS:
            raise NotAStepFile(f"it has more than {MOST_STATEMENTS} statements")
        if self._rest_size + self._open_size > LONGEST_STATEMENT:
            raise NotAStepFile("a statement does not end")
        for piece in pieces:
            if self._place != _OUTSIDE or b"'" in piece or b"/*" in piece:
                self._place = _after(piece, self._place)
            if self._place != _OUTSIDE:
                self._hold(piece)
                continue
            statement = self._whole(piece)
            if not self._begun:
                _check_begin(statement)
                self._begun = True
            elif statement.strip() == _END:
                self._ended = True
                return
            yield statement

    def _whole(self, piece: bytes) -> bytes:
        """The statement that ends with the piece."""
        if self._open:
            self._hold(piece)
            piece = b";".join(self._open)
            self._open, self._open_size = [], 0
        return _SKIPPED.sub(_without_comments, piece) if b"/*" in piece else piece

    def _hold(self, piece: bytes) -> None:
        self._open.append(piece)
        self._open_size += len(piece) + 1
        if len(self._open) > _MOST_PIECES:
            raise NotAStepFile("a string or comment does not end")

    @property
    def ended(self) -> bool:
        """Whether the end of the exchange structure was seen; nothing counts after it."""
        return self._ended

    def close(self) -> None:
        """NotStep when the bytes ended too early."""
        if not self._begun:
            raise NotAStepFile("it does not begin with ISO-10303-21")
        if not self._ended:
            raise NotAStepFile("it is cut off")


def _check_begin(piece: bytes) -> None:
    if piece.removeprefix(b"\xef\xbb\xbf").strip() != _BEGIN:
        raise NotAStepFile("it does not begin with ISO-10303-21")


def _after(piece: bytes, place: int) -> int:
    """The place (outside, in a string, in a comment) at the end of a piece that began at one."""
    if place != _IN_COMMENT and b"/*" not in piece:
        # A doubled apostrophe inside a string counts twice and changes nothing.
        odd = piece.count(b"'") % 2
        return (_IN_STRING if place == _OUTSIDE else _OUTSIDE) if odd else place
    for mark in _MARK.finditer(piece):
        text = mark.group()
        if place == _OUTSIDE:
            place = {b"'": _IN_STRING, b"/*": _IN_COMMENT}.get(text, place)
        elif (place, text) in ((_IN_STRING, b"'"), (_IN_COMMENT, b"*/")):
            place = _OUTSIDE
    return place


def _without_comments(found: "re.Match[bytes]") -> bytes:
    return found[1] or b" "
