"""Scenes in the trade's words, made over HTTP as a client would make them."""

from tests.support.application import Api
from tests.support.people import ENGINEER, Person


class World:
    """Makes records as one person; each verb answers the record as the service shows it."""

    def __init__(self, api: Api, *, as_: Person = ENGINEER) -> None:
        self.api = api
        self.person = as_
