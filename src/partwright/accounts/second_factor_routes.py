"""Second factors over HTTP."""

from typing import Annotated

import msgspec
from msgspec import Meta

from partwright.accounts import second_factor_service
from partwright.accounts.rights_changes import commit_rights_change, count_attempt
from partwright.accounts.second_factor_service import (
    NewSecondFactor,
    RecoveryCodes,
    SecondFactorStatus,
)
from partwright.identity.permissions import may
from partwright.kit.db import Snapshot
from partwright.kit.ids import UserId
from partwright.web.endpoint import SIGNED_IN, RouteTable
from partwright.web.request import Request
from partwright.web.responses import SuccessMessage

routes = RouteTable("Identity")

ISSUER = "Partwright"


class OwnPassword(msgspec.Struct):
    """The password once more."""

    password: Annotated[str, Meta(max_length=16_384)]


class ShownCode(msgspec.Struct):
    """Code that the app shows."""

    code: Annotated[str, Meta(max_length=100)]


@routes.get("/api/auth/second-factor", SIGNED_IN)
async def get_second_factor(request: Request, snapshot: Snapshot) -> SecondFactorStatus:
    """Whether your sign-on by password asks for a code."""
    required = _is_required(request)
    return await second_factor_service.read_status(snapshot, request.actor, required=required)


@routes.post("/api/auth/second-factor", SIGNED_IN, example={"password": "correct horse battery"})
async def begin_second_factor(request: Request, body: OwnPassword) -> NewSecondFactor:
    """A secret for your authenticator app, shown this once; it counts once you confirm it by a code."""
    await _check_password(request, body)
    actor = request.actor
    return await commit_rights_change(
        request, lambda tx: second_factor_service.begin(tx, actor, issuer=ISSUER)
    )


@routes.post("/api/auth/second-factor/confirm", SIGNED_IN, example={"code": "123456"})
async def confirm_second_factor(request: Request, body: ShownCode) -> RecoveryCodes:
    """From now on a code is asked for; the answer holds ten for when the app is lost."""
    actor = request.actor
    await count_attempt(request)
    return await commit_rights_change(
        request, lambda tx: second_factor_service.confirm(tx, actor, body.code)
    )


@routes.delete("/api/auth/second-factor", SIGNED_IN, example={"password": "correct horse battery"})
async def end_second_factor(request: Request, body: OwnPassword) -> SuccessMessage:
    """Ask for no code any more, unless this server requires one."""
    second_factor_service.check_may_end(required=_is_required(request))
    await _check_password(request, body)
    actor = request.actor
    await commit_rights_change(request, lambda tx: second_factor_service.end(tx, actor))
    return SuccessMessage()


@routes.delete("/api/users/{user_id:str}/second-factor", may("users", "manage"))
async def reset_second_factor(request: Request, user_id: UserId) -> SuccessMessage:
    """End the second factor of somebody who lost it; for administrators."""
    actor = request.actor
    await commit_rights_change(request, lambda tx: second_factor_service.reset(tx, actor, user_id))
    return SuccessMessage()


def _is_required(request: Request) -> bool:
    return request.services.settings.second_factor == second_factor_service.REQUIRED


async def _check_password(request: Request, body: OwnPassword) -> None:
    await count_attempt(request)
    await second_factor_service.check_own(request.services.database, request.actor, body.password)
