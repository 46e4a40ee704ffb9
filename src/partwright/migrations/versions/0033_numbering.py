"""Categories, numbering schemes and reserved numbers."""

from partwright.migrations.statements import execute_all

revision = "0033"
down_revision = "0032"

_NUMBERING = """
CREATE TABLE categories (
    id {TEXT} PRIMARY KEY,
    name {TEXT} NOT NULL,
    name_key {TEXT} NOT NULL UNIQUE,
    parent_id {TEXT} REFERENCES categories (id),
    description {TEXT},
    default_attributes {TEXT} NOT NULL,
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL
);
CREATE INDEX categories_parent ON categories (parent_id);
CREATE TABLE numbering_schemes (
    id {TEXT} PRIMARY KEY,
    design_id {TEXT} UNIQUE REFERENCES designs (id) ON DELETE CASCADE,
    category_id {TEXT} UNIQUE REFERENCES categories (id) ON DELETE CASCADE,
    item_types {TEXT} NOT NULL,
    prefix {TEXT} NOT NULL,
    digits INTEGER NOT NULL,
    next BIGINT NOT NULL,
    check_digit BOOLEAN NOT NULL,
    created_at {TEXT} NOT NULL,
    updated_at {TEXT} NOT NULL
);
CREATE TABLE reserved_numbers (
    number_key {TEXT} PRIMARY KEY,
    item_number {TEXT} NOT NULL,
    reserved_by {TEXT} NOT NULL,
    reserved_at {TEXT} NOT NULL
);
CREATE INDEX reserved_numbers_of ON reserved_numbers (reserved_by, item_number);
"""


def upgrade() -> None:
    execute_all(_NUMBERING)
