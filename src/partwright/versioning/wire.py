"""The bodies that make and change designs."""

import msgspec
from msgspec import UNSET, UnsetType

from partwright.kit.fields import Name, Text, Uuid
from partwright.programs.wire import Code


class NewDesign(msgspec.Struct, rename="camel"):
    """A design to be made; without a code it gets one made from its name."""

    name: Name
    code: Code | None = None
    description: Text | None = None
    program_id: Uuid | None = None


class DesignEdit(msgspec.Struct, rename="camel"):
    """Changes of a design; its phase follows its items."""

    name: Name | UnsetType = UNSET
    code: Code | UnsetType = UNSET
    description: Text | None | UnsetType = UNSET
    program_id: Uuid | None | UnsetType = UNSET
    is_archived: bool | UnsetType = UNSET
