"""What the door needs of the process: opened once, shared by all requests."""

import msgspec

from partwright.identity.authentication import Authenticator
from partwright.kit.db import Database
from partwright.settings import Settings
from partwright.web.limits import Limits
from partwright.web.metrics import Metrics


class Services(msgspec.Struct, frozen=True):
    """The open stores and counters of one server process."""

    settings: Settings
    database: Database
    authenticator: Authenticator
    limits: Limits
    metrics: Metrics
