"""What the audit trail tells of: each act over HTTP that no commit and no history of an item holds.

What is missing here on purpose stands in `UNTOLD`; a test holds that every route that writes is in one
of the two, or writes commits.
"""

from collections.abc import Mapping

ACTIONS: Mapping[tuple[str, str], str] = {
    ("POST", "/api/auth/login"): "user.signed_on",
    ("GET", "/api/auth/oidc/callback"): "user.signed_on",
    ("POST", "/api/auth/logout"): "user.signed_off",
    ("DELETE", "/api/auth/sessions/{session_id}"): "session.ended",
    ("POST", "/api/auth/second-factor"): "second_factor.begun",
    ("POST", "/api/auth/second-factor/confirm"): "second_factor.confirmed",
    ("DELETE", "/api/auth/second-factor"): "second_factor.ended",
    ("DELETE", "/api/users/{user_id}/second-factor"): "second_factor.reset",
    ("POST", "/api/auth/tokens"): "token.created",
    ("DELETE", "/api/auth/tokens/{token_id}"): "token.revoked",
    ("POST", "/api/users"): "user.created",
    ("PUT", "/api/users/{user_id}"): "user.changed",
    ("POST", "/api/roles"): "role.created",
    ("PUT", "/api/roles/{role_id}"): "role.changed",
    ("DELETE", "/api/roles/{role_id}"): "role.deleted",
    ("POST", "/api/group-mappings"): "group_mapping.created",
    ("DELETE", "/api/group-mappings/{group_mapping_id}"): "group_mapping.deleted",
    ("POST", "/scim/v2/Users"): "user.created",
    ("PUT", "/scim/v2/Users/{user_id}"): "user.changed",
    ("PATCH", "/scim/v2/Users/{user_id}"): "user.changed",
    ("DELETE", "/scim/v2/Users/{user_id}"): "user.removed",
    ("POST", "/scim/v2/Groups"): "group.created",
    ("PUT", "/scim/v2/Groups/{group_id}"): "group.changed",
    ("PATCH", "/scim/v2/Groups/{group_id}"): "group.changed",
    ("DELETE", "/scim/v2/Groups/{group_id}"): "group.deleted",
    ("POST", "/api/programs"): "program.created",
    ("PUT", "/api/programs/{program_id}"): "program.changed",
    ("POST", "/api/programs/{program_id}/members"): "member.added",
    ("PUT", "/api/programs/{program_id}/members/{user_id}"): "member.changed",
    ("DELETE", "/api/programs/{program_id}/members/{user_id}"): "member.removed",
    ("POST", "/api/designs"): "design.created",
    ("PUT", "/api/designs/{design_id}"): "design.changed",
    ("DELETE", "/api/designs/{design_id}"): "design.deleted",
    ("POST", "/api/workflows"): "workflow.created",
    ("PUT", "/api/workflows/{workflow_id}"): "workflow.changed",
    ("DELETE", "/api/workflows/{workflow_id}"): "workflow.deleted",
    ("POST", "/api/workflows/{workflow_id}/states/{state_id}/approvers"): "approver.added",
    (
        "DELETE",
        "/api/workflows/{workflow_id}/states/{state_id}/approvers/{approver_id}",
    ): "approver.removed",
    ("POST", "/api/change-orders/{order_id}/approvals"): "vote.given",
    ("POST", "/api/change-orders/{order_id}/approve"): "vote.given",
    ("POST", "/api/change-orders/{order_id}/reject"): "vote.given",
    ("POST", "/api/change-orders/{order_id}/workflow"): "order.workflow_chosen",
    ("PUT", "/api/change-orders/{order_id}/workflow/structure"): "order.workflow_changed",
    ("POST", "/api/change-orders/{order_id}/workflow/transition"): "order.moved",
    ("POST", "/api/change-orders/{order_id}/submit"): "order.moved",
    ("POST", "/api/attribute-definitions"): "attribute_definition.created",
    ("PUT", "/api/attribute-definitions/{definition_id}"): "attribute_definition.changed",
    ("DELETE", "/api/attribute-definitions/{definition_id}"): "attribute_definition.deleted",
    ("POST", "/api/categories"): "category.created",
    ("PUT", "/api/categories/{category_id}"): "category.changed",
    ("DELETE", "/api/categories/{category_id}"): "category.deleted",
    ("POST", "/api/numbering-schemes"): "numbering_scheme.created",
    ("PUT", "/api/numbering-schemes/{scheme_id}"): "numbering_scheme.changed",
    ("DELETE", "/api/numbering-schemes/{scheme_id}"): "numbering_scheme.deleted",
    ("POST", "/api/manufacturers"): "manufacturer.created",
    ("PUT", "/api/manufacturers/{manufacturer_id}"): "manufacturer.changed",
    ("POST", "/api/suppliers"): "supplier.created",
    ("PUT", "/api/suppliers/{supplier_id}"): "supplier.changed",
    ("POST", "/api/shares"): "share.created",
    ("DELETE", "/api/shares/{share_id}"): "share.revoked",
    ("GET", "/share/{secret}/files/{file_id}"): "share.file_downloaded",
    ("GET", "/share/{secret}/package"): "share.package_downloaded",
    ("POST", "/api/items/{item_id}/unlock"): "item.unlocked",
    ("POST", "/api/files/{file_id}/unlock"): "file.unlocked",
    ("GET", "/api/files/{file_id}/download"): "file.downloaded",
    ("GET", "/api/files/{file_id}/versions/{version}/download"): "file.downloaded",
    ("GET", "/api/documents/{item_id}/files/{file_id}"): "file.downloaded",
    ("GET", "/api/files/{file_id}/glb"): "file.model_downloaded",
    ("GET", "/api/items/{item_id}/package"): "package.downloaded",
    ("GET", "/api/items/{item_id}/bom/export"): "bom.exported",
    ("GET", "/api/items/export"): "items.exported",
    ("GET", "/api/relationships/export"): "relationships.exported",
    ("POST", "/api/reports"): "report.created",
    ("PUT", "/api/reports/{report_id}"): "report.changed",
    ("DELETE", "/api/reports/{report_id}"): "report.deleted",
    ("POST", "/api/reports/{report_id}/export"): "report.exported",
}
"""By method and path, the types of parameters left out."""

UNTOLD = frozenset(
    {
        *("/api/comments", "/api/comments/{comment_id}", "/api/comments/{comment_id}/resolve"),
        *("/api/users/me/preferences", "/api/views", "/api/views/{view_id}"),
        *("/api/inbox/{notice_id}",),
        *("/api/items/{item_id}/watch", "/api/items/{item_id}/lock"),
        *("/api/item-numbers/reserve", "/api/item-numbers/reserved/{reserved_number}"),
        *("/api/import-jobs/{job_id}/cancel", "/api/import-jobs/{job_id}/resume"),
        *("/api/import/mappings", "/api/import/mappings/{mapping_id}"),
        *("/api/items/{item_id}/checkout", "/api/items/{item_id}/checkin"),
        *("/api/items/batch-checkout", "/api/items/batch-checkin", "/api/items/batch-get"),
        *("/api/files/{file_id}/checkout", "/api/files/batch-checkout"),
        *("/api/files/{file_id}/checkin", "/api/files/batch-checkin"),
        *("/api/reports/preview", "/api/reports/{report_id}/execute", "/api/workflows/preview"),
        *("/api/reports/{report_id}/schedule",),
        *("/api/labels", "/api/change-orders/{order_id}/release/preview"),
        *("/api/change-orders/{order_id}/resolve-conflicts",),
        *("/api/design-engine/sessions", "/api/design-engine/sessions/{session_id}"),
        *("/api/design-engine/sessions/{session_id}/stream",),
        *("/api/design-engine/sessions/{session_id}/undo",),
    }
)
"""Paths whose writes are a person's own, end by themselves, or stand in a history of their own."""


def action_of(method: str, path: str) -> str:
    """What the trail calls an endpoint's act; empty for what it does not tell."""
    return ACTIONS.get((method, path.replace(":str", "")), "")
