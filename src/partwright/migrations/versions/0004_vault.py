"""Files and their versions, which version of a file an item's revision shows, and file locks."""

from partwright.migrations.statements import execute_all

revision = "0004"
down_revision = "0003"

_VAULT = """
CREATE TABLE files (
    id {TEXT} PRIMARY KEY,
    master_id {TEXT} NOT NULL REFERENCES masters (id),
    created_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL REFERENCES users (id)
);
CREATE INDEX files_master ON files (master_id);
CREATE TABLE file_versions (
    id {TEXT} PRIMARY KEY,
    file_id {TEXT} NOT NULL REFERENCES files (id),
    version INTEGER NOT NULL,
    digest {TEXT} NOT NULL,
    size BIGINT NOT NULL,
    original_file_name {TEXT} NOT NULL,
    mime_type {TEXT} NOT NULL,
    description {TEXT},
    branch_id {TEXT} REFERENCES branches (id),
    created_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL REFERENCES users (id)
);
CREATE UNIQUE INDEX file_versions_number ON file_versions (file_id, version);
CREATE INDEX file_versions_digest ON file_versions (digest);
CREATE TABLE file_links (
    id {TEXT} PRIMARY KEY,
    file_id {TEXT} NOT NULL REFERENCES files (id),
    version_id {TEXT} NOT NULL REFERENCES file_versions (id),
    item_id {TEXT} NOT NULL,
    master_id {TEXT} NOT NULL REFERENCES masters (id),
    branch_id {TEXT} REFERENCES branches (id),
    is_primary BOOLEAN NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT
);
CREATE UNIQUE INDEX file_links_open ON file_links (item_id, file_id) WHERE until IS NULL;
CREATE INDEX file_links_item ON file_links (item_id, since);
CREATE INDEX file_links_file ON file_links (file_id, since);
CREATE INDEX file_links_version ON file_links (version_id);
CREATE INDEX file_links_listed ON file_links (file_id) WHERE until IS NULL AND branch_id IS NULL;
CREATE TABLE file_locks (
    file_id {TEXT} PRIMARY KEY REFERENCES files (id),
    holder {TEXT} NOT NULL REFERENCES users (id),
    taken_at {TEXT} NOT NULL,
    branch_id {TEXT} REFERENCES branches (id)
);
CREATE TABLE kept_contents (
    owner {TEXT} NOT NULL,
    digest {TEXT} NOT NULL,
    size BIGINT NOT NULL,
    created_at {TEXT} NOT NULL,
    PRIMARY KEY (owner, digest)
);
CREATE INDEX kept_contents_digest ON kept_contents (digest);
CREATE TABLE previews (
    digest {TEXT} NOT NULL,
    kind {TEXT} NOT NULL,
    body {BYTES} NOT NULL,
    created_at {TEXT} NOT NULL,
    PRIMARY KEY (digest, kind)
);
"""


def upgrade() -> None:
    execute_all(_VAULT)
