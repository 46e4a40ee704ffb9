"""Users, programs, designs, and the version store with its items and relationships."""

from partwright.migrations.statements import dialect, execute, execute_all

revision = "0001"
down_revision = None

_IDENTITY = """
CREATE TABLE users (
    id {TEXT} PRIMARY KEY,
    email {TEXT} NOT NULL,
    email_key {TEXT} NOT NULL,
    name {TEXT} NOT NULL,
    password_hash {TEXT} NOT NULL,
    active BOOLEAN NOT NULL,
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL,
    last_login_at {TEXT}
);
CREATE UNIQUE INDEX users_email ON users (email_key);
CREATE TABLE roles (
    id {TEXT} PRIMARY KEY,
    name {TEXT} NOT NULL,
    name_key {TEXT} NOT NULL,
    description {TEXT} NOT NULL,
    permissions {TEXT} NOT NULL,
    built_in BOOLEAN NOT NULL,
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL
);
CREATE UNIQUE INDEX roles_name ON roles (name_key);
CREATE TABLE user_roles (
    user_id {TEXT} NOT NULL REFERENCES users (id),
    role_id {TEXT} NOT NULL REFERENCES roles (id),
    PRIMARY KEY (user_id, role_id)
);
CREATE INDEX user_roles_role ON user_roles (role_id);
CREATE TABLE tokens (
    id {TEXT} PRIMARY KEY,
    user_id {TEXT} NOT NULL REFERENCES users (id),
    kind {TEXT} NOT NULL,
    name {TEXT} NOT NULL,
    digest {TEXT} NOT NULL,
    scopes {TEXT},
    created_at {TEXT} NOT NULL,
    expires_at {TEXT}
);
CREATE UNIQUE INDEX tokens_digest ON tokens (digest);
CREATE INDEX tokens_user ON tokens (user_id);
CREATE TABLE idempotency_keys (
    caller {TEXT} NOT NULL,
    idempotency_key {TEXT} NOT NULL,
    path {TEXT} NOT NULL,
    request_digest {TEXT} NOT NULL,
    status INTEGER,
    content_type {TEXT},
    etag {TEXT},
    body {BYTES},
    created_at {TEXT} NOT NULL,
    PRIMARY KEY (caller, idempotency_key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
"""

_PROGRAMS = """
CREATE TABLE programs (
    id {TEXT} PRIMARY KEY,
    code {TEXT} NOT NULL,
    name {TEXT} NOT NULL,
    description {TEXT},
    status {TEXT} NOT NULL,
    customer {TEXT},
    start_date {TEXT},
    target_end_date {TEXT},
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL REFERENCES users (id)
);
CREATE UNIQUE INDEX programs_code ON programs (code);
CREATE TABLE program_members (
    program_id {TEXT} NOT NULL REFERENCES programs (id),
    user_id {TEXT} NOT NULL REFERENCES users (id),
    role {TEXT} NOT NULL,
    created_at {TEXT} NOT NULL,
    PRIMARY KEY (program_id, user_id)
);
CREATE INDEX program_members_user ON program_members (user_id, program_id);
CREATE TABLE designs (
    id {TEXT} PRIMARY KEY,
    code {TEXT} NOT NULL,
    name {TEXT} NOT NULL,
    description {TEXT},
    program_id {TEXT} REFERENCES programs (id),
    phase {TEXT} NOT NULL,
    main_branch_id {TEXT} NOT NULL,
    is_archived BOOLEAN NOT NULL,
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL REFERENCES users (id)
);
CREATE UNIQUE INDEX designs_code ON designs (code);
CREATE INDEX designs_program ON designs (program_id);
"""

_VERSIONING = """
CREATE TABLE commit_order (
    last BIGINT NOT NULL
);
INSERT INTO commit_order (last) VALUES (0);
CREATE TABLE branches (
    id {TEXT} PRIMARY KEY,
    design_id {TEXT} REFERENCES designs (id),
    name {TEXT} NOT NULL,
    kind {TEXT} NOT NULL,
    base_commit_id {TEXT},
    base_seq BIGINT,
    head_commit_id {TEXT},
    head_seq BIGINT,
    change_order_id {TEXT},
    is_locked BOOLEAN NOT NULL,
    is_archived BOOLEAN NOT NULL,
    created_at {TEXT} NOT NULL,
    created_by {TEXT}
);
CREATE UNIQUE INDEX branches_name ON branches (design_id, name);
CREATE TABLE commits (
    seq BIGINT PRIMARY KEY,
    id {TEXT} NOT NULL,
    design_id {TEXT},
    branch_id {TEXT} NOT NULL REFERENCES branches (id),
    parent_id {TEXT},
    merge_parent_id {TEXT},
    base_seq BIGINT,
    message {TEXT} NOT NULL,
    author_id {TEXT} REFERENCES users (id),
    created_at {TEXT} NOT NULL,
    added INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    revisions {TEXT} NOT NULL,
    change_order_id {TEXT}
);
CREATE UNIQUE INDEX commits_id ON commits (id);
CREATE INDEX commits_branch ON commits (branch_id, seq);
CREATE TABLE masters (
    id {TEXT} PRIMARY KEY,
    number_key {TEXT} NOT NULL,
    type {TEXT} NOT NULL,
    design_id {TEXT} REFERENCES designs (id),
    program_id {TEXT} REFERENCES programs (id),
    created_at {TEXT} NOT NULL
);
CREATE UNIQUE INDEX masters_number ON masters (number_key);
CREATE TABLE counters (
    prefix {TEXT} PRIMARY KEY,
    last BIGINT NOT NULL
);
CREATE TABLE versions (
    row_id {ROW_ID},
    item_id {TEXT} NOT NULL,
    master_id {TEXT} NOT NULL REFERENCES masters (id),
    branch_id {TEXT} REFERENCES branches (id),
    since BIGINT NOT NULL,
    until BIGINT,
    is_current BOOLEAN NOT NULL,
    is_deleted BOOLEAN NOT NULL,
    type {TEXT} NOT NULL,
    design_id {TEXT},
    program_id {TEXT},
    search_text {TEXT} NOT NULL,
    item_number {TEXT} NOT NULL,
    revision {TEXT} NOT NULL,
    state {TEXT} NOT NULL,
    name {TEXT} NOT NULL,
    description {TEXT},
    attributes {TEXT} NOT NULL,
    created_at {TEXT} NOT NULL,
    created_by {TEXT} NOT NULL,
    modified_at {TEXT} NOT NULL,
    modified_by {TEXT} NOT NULL,
    released_at {TEXT},
    part_type {TEXT},
    unit_of_measure {TEXT},
    material {TEXT},
    weight {TEXT},
    weight_unit {TEXT},
    cost {TEXT},
    cost_currency {TEXT},
    lead_time INTEGER,
    quantity_on_hand {TEXT},
    location {TEXT},
    doc_type {TEXT},
    file_name {TEXT},
    file_size BIGINT,
    mime_type {TEXT},
    change_type {TEXT},
    risk_level {TEXT},
    reason_for_change {TEXT},
    impact_description {TEXT},
    implementation_date {TEXT},
    submitted_at {TEXT},
    approved_at {TEXT},
    approved_by {TEXT},
    closed_at {TEXT},
    requirement_type {TEXT},
    status {TEXT},
    verification_method {TEXT},
    rationale {TEXT},
    acceptance_criteria {TEXT},
    source {TEXT},
    priority {TEXT},
    category {TEXT},
    assignee {TEXT},
    due_date {TEXT},
    estimated_hours {TEXT},
    actual_hours {TEXT},
    task_status {TEXT},
    severity {TEXT},
    reported_date {TEXT},
    resolution {TEXT},
    root_cause {TEXT}
);
CREATE UNIQUE INDEX versions_open ON versions (item_id) WHERE until IS NULL;
CREATE INDEX versions_item ON versions (item_id, since);
CREATE INDEX versions_master ON versions (master_id, branch_id, since);
CREATE UNIQUE INDEX versions_one_current ON versions (master_id)
    WHERE until IS NULL AND is_current AND branch_id IS NULL;
CREATE UNIQUE INDEX versions_one_current_on_branch ON versions (branch_id, master_id)
    WHERE until IS NULL AND is_current AND branch_id IS NOT NULL;
CREATE INDEX versions_by_age ON versions (created_at, master_id)
    WHERE until IS NULL AND is_current AND branch_id IS NULL AND NOT is_deleted;
CREATE INDEX versions_by_type ON versions (type, state, created_at, master_id, program_id)
    WHERE until IS NULL AND is_current AND branch_id IS NULL AND NOT is_deleted;
CREATE INDEX versions_by_design ON versions (design_id, type, created_at, master_id, program_id)
    WHERE until IS NULL AND is_current AND branch_id IS NULL AND NOT is_deleted;
CREATE INDEX versions_by_number ON versions (item_number, master_id)
    WHERE until IS NULL AND is_current AND branch_id IS NULL AND NOT is_deleted;
CREATE INDEX versions_by_name ON versions (name, master_id)
    WHERE until IS NULL AND is_current AND branch_id IS NULL AND NOT is_deleted;
CREATE INDEX versions_by_change ON versions (modified_at, master_id)
    WHERE until IS NULL AND is_current AND branch_id IS NULL AND NOT is_deleted;
CREATE TABLE relationships (
    row_id {ROW_ID},
    id {TEXT} NOT NULL,
    parent_item_id {TEXT} NOT NULL,
    parent_master_id {TEXT} NOT NULL REFERENCES masters (id),
    child_master_id {TEXT} NOT NULL REFERENCES masters (id),
    branch_id {TEXT} REFERENCES branches (id),
    type {TEXT} NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT,
    quantity {TEXT} NOT NULL,
    find_number INTEGER,
    reference_designator {TEXT},
    metadata {TEXT} NOT NULL
);
CREATE UNIQUE INDEX relationships_once ON relationships (parent_item_id, type, child_master_id)
    WHERE until IS NULL;
CREATE UNIQUE INDEX relationships_open ON relationships (id) WHERE until IS NULL;
CREATE INDEX relationships_by_id ON relationships (id, since);
CREATE INDEX relationships_down ON relationships (parent_item_id, since);
CREATE INDEX relationships_up ON relationships (child_master_id, since);
CREATE TABLE history (
    id {TEXT} PRIMARY KEY,
    master_id {TEXT} NOT NULL REFERENCES masters (id),
    item_id {TEXT} NOT NULL,
    branch_id {TEXT},
    commit_id {TEXT},
    action {TEXT} NOT NULL,
    user_id {TEXT} NOT NULL REFERENCES users (id),
    happened_at {TEXT} NOT NULL,
    comment {TEXT},
    changes {TEXT} NOT NULL
);
CREATE INDEX history_master ON history (master_id, id);
CREATE INDEX history_commit ON history (commit_id);
CREATE TABLE item_locks (
    master_id {TEXT} PRIMARY KEY REFERENCES masters (id),
    holder {TEXT} NOT NULL REFERENCES users (id),
    taken_at {TEXT} NOT NULL
);
CREATE TABLE checkouts (
    master_id {TEXT} NOT NULL REFERENCES masters (id),
    branch_id {TEXT} NOT NULL REFERENCES branches (id),
    holder {TEXT} NOT NULL REFERENCES users (id),
    taken_at {TEXT} NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (master_id, branch_id)
);
CREATE TABLE workflow_definitions (
    id {TEXT} PRIMARY KEY,
    name {TEXT} NOT NULL,
    name_key {TEXT} NOT NULL,
    definition_type {TEXT} NOT NULL,
    workflow_type {TEXT} NOT NULL,
    description {TEXT},
    item_types {TEXT} NOT NULL,
    change_types {TEXT} NOT NULL,
    states {TEXT} NOT NULL,
    transitions {TEXT} NOT NULL,
    is_active BOOLEAN NOT NULL,
    version INTEGER NOT NULL,
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL
);
CREATE UNIQUE INDEX workflow_definitions_name ON workflow_definitions (name_key);
"""

_SEARCH_SQLITE = """
CREATE VIRTUAL TABLE versions_search USING fts5(
    search_text, content = 'versions', content_rowid = 'row_id',
    tokenize = 'trigram case_sensitive 1', columnsize = 0
);
"""

_TRIGGERS_SQLITE = (
    """CREATE TRIGGER versions_search_added AFTER INSERT ON versions
    WHEN new.until IS NULL AND new.is_current AND NOT new.is_deleted BEGIN
        INSERT INTO versions_search (rowid, search_text) VALUES (new.row_id, new.search_text);
    END""",
    """CREATE TRIGGER versions_search_closed AFTER UPDATE OF until ON versions
    WHEN old.until IS NULL AND new.until IS NOT NULL
        AND old.is_current AND NOT old.is_deleted BEGIN
        INSERT INTO versions_search (versions_search, rowid, search_text)
        VALUES ('delete', old.row_id, old.search_text);
    END""",
)

_SEARCH_POSTGRES = r"""
CREATE INDEX versions_search ON versions USING gin (search_text gin_trgm_ops)
    WHERE until IS NULL AND is_current AND NOT is_deleted;
-- Asked as SQLite's full-text table is: by a phrase in double quotes.
CREATE FUNCTION versions_search(phrase text) RETURNS TABLE (rowid bigint) LANGUAGE sql STABLE AS $$
    SELECT row_id FROM versions
     WHERE until IS NULL AND is_current AND NOT is_deleted
       AND search_text LIKE '%' || replace(replace(replace(replace(
           substr(phrase, 2, length(phrase) - 2),
           '""', '"'), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
"""


def upgrade() -> None:
    for script in (_IDENTITY, _PROGRAMS, _VERSIONING):
        execute_all(script)
    if dialect() == "sqlite":
        execute_all(_SEARCH_SQLITE)
        for trigger in _TRIGGERS_SQLITE:
            execute(trigger)
    else:
        execute_all(_SEARCH_POSTGRES)
