"""Prints the interface's OpenAPI document, of which the web application's types are made."""

import sys

import msgspec

from partwright import __version__, app
from partwright.web.openapi import build_document

document = build_document(app.endpoints(), version=__version__)
sys.stdout.buffer.write(msgspec.json.encode(document, order="deterministic"))
