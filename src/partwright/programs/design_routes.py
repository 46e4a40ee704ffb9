"""Designs over HTTP."""

from partwright.identity.permissions import may
from partwright.kit.db import Snapshot, Transaction
from partwright.kit.etag import etag
from partwright.kit.fields import PartialUpdate
from partwright.kit.ids import DesignId
from partwright.programs import access, designs, listing
from partwright.programs.listing import DesignsQuery
from partwright.programs.model import Design
from partwright.programs.wire import DesignEdit, NewDesign
from partwright.web.answers import Answer, created
from partwright.web.answers import listing as listed
from partwright.web.call import Call
from partwright.web.endpoint import Listed, Routes

routes = Routes("Designs")


def shown(design: Design) -> Answer:
    return Answer(design, etag=etag(design))


@routes.get("/api/designs", may("designs", "read"), gives=Listed("designs", Design))
async def list_designs(call: Call, snapshot: Snapshot, query: DesignsQuery) -> Answer:
    """List the designs that you see: those of your programs and those of none."""
    return listed("designs", await listing.design_page(snapshot, call.actor, query))


@routes.post(
    "/api/designs",
    may("designs", "create"),
    answers=(201,),
    example={"name": "Desk lamp", "code": "LAMP-1"},
    gives=Design,
)
async def create_design(call: Call, tx: Transaction, body: NewDesign) -> Answer:
    """Make a design with its main branch. Without a code it gets one made of its name."""
    design = await designs.create_design(tx, call.actor, body)
    return created(design, etag=etag(design))


@routes.get("/api/designs/{design_id:str}", may("designs", "read"), gives=Design)
async def get_design(call: Call, reads: Snapshot, design_id: DesignId) -> Answer:
    """One design."""
    return shown(await access.access_design(reads, call.actor, design_id))


@routes.put(
    "/api/designs/{design_id:str}",
    may("designs", "update"),
    example={"name": "Desk lamp, LED"},
    gives=Design,
)
async def update_design(
    call: Call, tx: Transaction, design_id: DesignId, body: PartialUpdate[DesignEdit]
) -> Answer:
    """Change some fields of a design; another program changes who sees its items."""
    return shown(await designs.update_design(tx, call.actor, design_id, body, match=call.match))
