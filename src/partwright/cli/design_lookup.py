"""Target of an import: a design by its code or id, and a branch of it by its name or id."""

import msgspec

from partwright.cli.api import ApiClient
from partwright.cli.console import CommandFailed
from partwright.kit.ids import as_uuid
from partwright.programs.model import Program
from partwright.versioning.branch_service import BranchRecord
from partwright.versioning.model import Design


class DesignPlace(msgspec.Struct, frozen=True):
    """A design and, unless it is main, a branch of it."""

    design_id: str
    code: str
    branch_id: str | None = None

    def body(self) -> dict[str, str]:
        """The keys of a write that goes there."""
        return {"designId": self.design_id} | self.branch()

    def branch(self) -> dict[str, str]:
        """The key that names the branch, for bodies and queries alike."""
        return {} if self.branch_id is None else {"branchId": self.branch_id}


class NoDesign(CommandFailed):
    """There is no design of the code."""

    def __init__(self, design: str) -> None:
        super().__init__(f"there is no design {design}")


async def find_place(api: ApiClient, design: str, *, branch: str | None) -> DesignPlace:
    """The place that the names mean; Stop where there is none."""
    found = await find_design(api, design)
    if found is None:
        raise NoDesign(design)
    if branch is None:
        return found
    return msgspec.structs.replace(found, branch_id=await _branch_id(api, found, branch))


async def find_design(api: ApiClient, code_or_id: str) -> DesignPlace | None:
    """The design of the code or id, if you can see one."""
    if as_uuid(code_or_id):
        design = await api.get(f"/api/designs/{code_or_id}", Design)
        return DesignPlace(design.id, design.code)
    found, _ = await api.get_list("/api/designs", "designs", Design, {"code": code_or_id})
    return next((DesignPlace(design.id, design.code) for design in found), None)


async def create_design(
    api: ApiClient, *, code: str, name: str, description: str | None = None
) -> DesignPlace:
    """Make a design with its main branch."""
    body = {"code": code, "name": name, "description": description}
    design = await api.post("/api/designs", body, Design)
    return DesignPlace(design.id, design.code)


async def find_program(api: ApiClient, code_or_id: str | None) -> dict[str, str]:
    """The key of a write into the program of the code or id; Stop when there is none."""
    if code_or_id is None:
        return {}
    if as_uuid(code_or_id):
        program = await api.get(f"/api/programs/{code_or_id}", Program)
        return {"programId": program.id}
    found, _ = await api.get_list("/api/programs", "programs", Program, {"code": code_or_id})
    for program in found:
        return {"programId": program.id}
    raise CommandFailed(f"there is no program {code_or_id}")


async def _branch_id(api: ApiClient, place: DesignPlace, branch: str) -> str:
    branches, _ = await api.get_list(
        f"/api/designs/{place.design_id}/branches", "branches", BranchRecord
    )
    for found in branches:
        if branch in (found.id, found.name) or found.name == f"work/{branch}":
            return found.id
    names = ", ".join(found.name for found in branches)
    raise CommandFailed(f"design {place.code} has no branch {branch}; its branches are: {names}")
