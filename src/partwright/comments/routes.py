"""Comments over HTTP."""

from partwright.comments import service as comment_service
from partwright.comments.model import (
    Comment,
    CommentEdit,
    CommentInput,
    ResolutionInput,
    SubjectText,
)
from partwright.kit.db import Snapshot, Transaction
from partwright.web.endpoint import SIGNED_IN, SIGNED_IN_WHOLLY, ListOf, RouteTable
from partwright.web.parameters import OptionalPageQuery
from partwright.web.request import Request
from partwright.web.responses import DataResponse, SuccessMessage, page_response

routes = RouteTable("Comments")

_ITEM = "item:0192f0c1-0000-7000-8000-000000000001"


class CommentsQuery(OptionalPageQuery, rename="camel", kw_only=True):
    """Of what the comments are asked for: `item:`, `line:`, `file:` or `change:` with its id."""

    subject: SubjectText


@routes.get("/api/comments", SIGNED_IN, response=ListOf("comments", Comment, is_whole=True))
async def list_comments(request: Request, snapshot: Snapshot, query: CommentsQuery) -> DataResponse:
    """The comments on a subject, oldest first; replies name the comment that began their thread."""
    found = await comment_service.list_comments(
        snapshot, request.actor, query.subject, query.paging()
    )
    return page_response("comments", found)


@routes.post(
    "/api/comments",
    SIGNED_IN_WHOLLY,
    statuses=(201,),
    example={"subject": _ITEM, "text": "The rib is too thin to print."},
    response={"comment": Comment},
)
async def create_comment(request: Request, tx: Transaction, body: CommentInput) -> DataResponse:
    """Comment on something that you see; `@[name](user:id)` mentions a person."""
    made = await comment_service.create_comment(tx, request.actor, body)
    return DataResponse({"comment": made}, status=201)


@routes.put(
    "/api/comments/{comment_id:str}",
    SIGNED_IN_WHOLLY,
    example={"text": "The rib is too thin to mould."},
    response={"comment": Comment},
)
async def update_comment(
    request: Request, tx: Transaction, comment_id: str, body: CommentEdit
) -> DataResponse:
    """Change a comment that you wrote."""
    after = await comment_service.update_comment(tx, request.actor, comment_id, body)
    return DataResponse({"comment": after})


@routes.delete("/api/comments/{comment_id:str}", SIGNED_IN_WHOLLY)
async def delete_comment(request: Request, tx: Transaction, comment_id: str) -> SuccessMessage:
    """Take back a comment that you wrote; replies to it stay."""
    await comment_service.delete_comment(tx, request.actor, comment_id)
    return SuccessMessage()


@routes.post(
    "/api/comments/{comment_id:str}/resolve",
    SIGNED_IN_WHOLLY,
    example={"resolved": True},
    response={"comment": Comment},
)
async def resolve_comment(
    request: Request, tx: Transaction, comment_id: str, body: ResolutionInput
) -> DataResponse:
    """Settle a thread, or open it again."""
    after = await comment_service.resolve_comment(
        tx, request.actor, comment_id, resolved=body.resolved
    )
    return DataResponse({"comment": after})
