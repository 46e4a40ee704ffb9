"""Forms with files (multipart/form-data, RFC 7578), taken in as they arrive.

A file's bytes go straight to a draft of the content store, hashed on the way; no more of them
than a block is ever in memory. Until a form is kept nothing of it can be seen, and what is not
kept is gone when the request ends.
"""

import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import unquote

import msgspec
from multipart import (  # pyright: ignore[reportMissingTypeStubs]
    MultipartError,
    MultipartSegment,
    ParserLimitReached,
    PushMultipartParser,
)

from partwright.kit.contents import ContentStore, ContentUpload, StoredContent
from partwright.kit.errors import ErrorDetail, InvalidInput, PayloadTooLarge, UnsupportedMediaType
from partwright.kit.fields import FieldProblem, RawObject, decode_value
from partwright.web.request import Request
from partwright.web.sent_digests import SentDigests, of_file, of_part

MOST_PARTS = 1000
LONGEST_NAME = 500
"""Characters of a file's name."""
_LONGEST_TEXT = 64 << 10
_ALL_TEXT = 1 << 20
_HEADER_BYTES = 16 << 10
_PREAMBLE = 64 << 10
_AROUND = 16 << 20
"""Bytes that headers, texts and boundaries may add to the files of a body."""

_BOUNDARY = re.compile(r'boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;,"]{1,200}))', re.IGNORECASE)
_MEDIA_TYPE = re.compile(r"[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*\Z")
_EXTENDED_NAME = re.compile(r"filename\*\s*=\s*([\w-]+)'[^']*'([^\s;]+)", re.IGNORECASE)


class UploadedFile(msgspec.Struct, frozen=True):
    """A file of a form."""

    key: str
    """The name of its field."""
    file_name: str
    media_type: str | None
    """As the client gave it; None where it gave none that is one."""
    content: StoredContent


class MultipartForm:
    """Content of a body."""

    def __init__(
        self, fields: dict[str, str], files: Sequence[UploadedFile], drafts: Sequence[ContentUpload]
    ) -> None:
        self.fields = fields
        self.files = files
        self._drafts = drafts

    @property
    def fingerprint(self) -> bytes:
        """The fingerprint of a form, without the boundaries, which each attempt makes anew."""
        files = [msgspec.structs.astuple(file) for file in self.files]
        return msgspec.json.encode([sorted(self.fields.items()), files])

    async def keep(self) -> None:
        """Make objects of the store of the files' bytes; also when asked again."""
        for draft in self._drafts:
            await draft.keep()


@asynccontextmanager
async def receive_form(
    request: Request, store: ContentStore, *, limit: int, takes_json: bool = False
) -> AsyncGenerator[MultipartForm]:
    """The form that the body of the call is.

    Its files may have `limit` bytes together, else PayloadTooLarge. No body at all is an empty
    form; with `takes_json` a JSON object of texts is one without files. InvalidInput for what is
    malformed or ends early.
    """
    kind, _, parameters = (request.header("content-type") or "").partition(";")
    kind = kind.strip().lower()
    if kind == "application/json" and not takes_json:
        raise UnsupportedMediaType("Files are sent as multipart/form-data, not as JSON")
    if kind == "application/json":
        form = MultipartForm(_texts(await request.json()), [], [])
        yield form
        return
    if _declared(request) > limit + _AROUND:
        raise _too_large(limit)
    async with AsyncExitStack() as stack:
        form = await _FormReader(request, store, stack, limit=limit).form(kind, parameters)
        yield form


def announced_bytes(request: Request) -> int:
    """About how many bytes the files of a body have; what stands around them is left out."""
    return max(0, _declared(request) - _ALL_TEXT)


def _declared(request: Request) -> int:
    text = request.header("content-length") or ""
    return int(text) if text.isdecimal() and len(text) < 20 else 0


def _too_large(limit: int) -> PayloadTooLarge:
    return PayloadTooLarge(f"The files have more than {limit} bytes")


_text: msgspec.json.Decoder[str | None] = msgspec.json.Decoder(str | None)


def _texts(given: RawObject) -> dict[str, str]:
    fields: dict[str, str] = {}
    problems: list[ErrorDetail] = []
    for key, raw in given.items():
        try:
            value = decode_value(_text, raw)
        except FieldProblem as problem:
            problems.append(ErrorDetail(key, str(problem)))
        else:
            fields |= {} if value is None else {key: value}
    if problems:
        raise InvalidInput.fields(problems)
    return fields


class _FormReader:
    """Takes one body apart."""

    def __init__(
        self, request: Request, store: ContentStore, stack: AsyncExitStack, *, limit: int
    ) -> None:
        self._call = request
        self._store = store
        self._stack = stack
        self._limit = limit
        self._read = self._in_files = self._in_texts = 0
        self._fields: dict[str, str] = {}
        self._files: list[UploadedFile] = []
        self._drafts: list[ContentUpload] = []
        self._segment: MultipartSegment | None = None
        self._draft: ContentUpload | None = None
        self._digests: list[SentDigests] = []
        self._value = bytearray()

    async def form(self, kind: str, parameters: str) -> MultipartForm:
        """Read to the end of the body."""
        parser: PushMultipartParser | None = None
        try:
            async for chunk in self._call.chunks():
                self._read += len(chunk)
                if chunk and parser is None:
                    parser = _parser(kind, parameters)
                if chunk and parser is not None:
                    await self._take(parser, chunk)
            if parser is not None:
                parser.close()
        except ParserLimitReached as error:
            raise InvalidInput(f"The form is too large: {error}") from error
        except MultipartError as error:
            # Beside its words an error may hold the one that it came from.
            message = f"The form is malformed: {error.args[0] if error.args else error}"
            raise InvalidInput(message, details=[ErrorDetail("", message)]) from error
        return MultipartForm(self._fields, self._files, self._drafts)

    async def _take(self, parser: PushMultipartParser, chunk: bytes) -> None:
        if self._read > self._limit + _AROUND:
            raise _too_large(self._limit)
        for event in parser.parse(chunk):
            if event is None:
                await self._end()
            elif isinstance(event, MultipartSegment):
                await self._begin(event)
            elif self._draft is not None:
                await self._file_piece(event)
            else:
                self._text_piece(event)
        if self._read > _PREAMBLE and self._segment is None:
            raise InvalidInput(
                "The form does not begin with the boundary that its content type names"
            )

    async def _begin(self, segment: MultipartSegment) -> None:
        self._segment = segment
        if not segment.name:
            raise InvalidInput("A part of the form has no name")
        if _file_name(segment) is not None:
            draft = await self._stack.enter_async_context(self._store.draft())
            self._draft = draft
            self._drafts.append(draft)
            self._digests = self._expected(segment)

    async def _file_piece(self, piece: bytearray) -> None:
        assert self._draft is not None
        self._in_files += len(piece)
        if self._in_files > self._limit:
            raise _too_large(self._limit)
        for digests in self._digests:
            digests.update(piece)
        await self._draft.write(piece)

    def _expected(self, segment: MultipartSegment) -> list[SentDigests]:
        """The digests that the headers of the part, and of the request, name for the file that begins."""
        of_one = of_file(self._call.scope["headers"])
        if of_one is not None and len(self._drafts) > 1:
            told = "X-Checksum-* of a request belongs to one file; of several each part has its own"
            raise InvalidInput(told)
        return [each for each in (of_part(segment.headerlist), of_one) if each is not None]

    def _text_piece(self, piece: bytearray) -> None:
        self._value += piece
        self._in_texts += len(piece)
        if len(self._value) > _LONGEST_TEXT or self._in_texts > _ALL_TEXT:
            assert self._segment is not None
            raise InvalidInput.field(self._segment.name, "is too long")

    async def _end(self) -> None:
        assert self._segment is not None
        key = check_form_text(self._segment.name, "")
        if self._draft is not None:
            name = check_file_name(_file_name(self._segment) or "", key)
            for digests in self._digests:
                digests.check()
            kind = media_type(self._segment.content_type)
            self._files.append(UploadedFile(key, name, kind, await self._draft.finish()))
            self._draft = None
            return
        if key in self._fields:
            raise InvalidInput.field(key, "is given twice")
        try:
            text = self._value.decode()
        except UnicodeDecodeError:
            raise InvalidInput.field(key, "is not UTF-8") from None
        self._fields[key] = check_form_text(text, key)
        self._value = bytearray()


def _parser(kind: str, parameters: str) -> PushMultipartParser:
    if kind != "multipart/form-data":
        raise UnsupportedMediaType("The body must be multipart/form-data")
    found = _BOUNDARY.search(parameters)
    if found is None:
        raise InvalidInput("The content type does not name a boundary")
    return PushMultipartParser(
        found[1] or found[2],
        max_segment_count=MOST_PARTS,
        max_header_size=_HEADER_BYTES,
    )


def _file_name(segment: MultipartSegment) -> str | None:
    """The file's name; None for a part that is not a file.

    Some clients write names outside ASCII as RFC 5987 has it, though forms have another way.
    """
    if segment.filename is not None:
        return segment.filename
    disposition = dict(segment.headerlist).get("Content-Disposition", "")
    found = _EXTENDED_NAME.search(disposition)
    if found is None:
        return None
    try:
        return unquote(found[2], encoding=found[1], errors="strict")
    except (LookupError, UnicodeDecodeError):
        raise InvalidInput.field(segment.name, "has a file name that cannot be read") from None


def check_file_name(name: str, key: str) -> str:
    """A file's name as it is kept for display: any text that is not blank."""
    if not name.strip():
        raise InvalidInput.field(key, "has no file name")
    if len(name) > LONGEST_NAME:
        raise InvalidInput.field(key, f"has a file name of more than {LONGEST_NAME} characters")
    return check_form_text(name, key)


def check_form_text(text: str, key: str) -> str:
    if "\x00" in text:
        raise InvalidInput.field(key, "must not contain the character NUL")
    return text


def media_type(given: str | None) -> str | None:
    """The media type without its parameters, if it is one."""
    kind = (given or "").strip().lower()
    return kind if len(kind) <= 100 and _MEDIA_TYPE.match(kind) else None
