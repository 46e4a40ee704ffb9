import msgspec
import pytest

from partwright.kit.db import ConstraintViolated, Database
from tests.kit.db.counters import ADD, LAST, SET, add, prefixes, stored, write
from tests.support.people import ENGINEER

USER = "SELECT name, active, last_login_at FROM users WHERE id = :id"
USER_WITH_EMAIL = """
    INSERT INTO users VALUES (:id, :email, :email, 'Somebody', '', :yes, :now, :now, NULL)
"""
TOKEN_OF_NOBODY = """
    INSERT INTO tokens (id, user_id, kind, name, digest, scopes, created_at, expires_at)
    VALUES ('t', 'nobody', 'personal', 'x', 'd', NULL, 'now', NULL)
"""
WITHOUT_NAME = "UPDATE users SET name = NULL WHERE id = :id"


class User(msgspec.Struct, frozen=True):
    name: str
    active: bool
    last_login_at: str | None


async def test_rows_become_structs_with_true_booleans(db: Database) -> None:
    async with db.single_reads() as reads:
        user = await reads.one(User, USER, id=ENGINEER.id)
        everybody = await reads.all(User, USER, id=ENGINEER.id)
    assert repr(user) == repr(User(ENGINEER.name, True, None))
    assert everybody == [user]


async def test_no_row_is_none(db: Database) -> None:
    async with db.single_reads() as reads:
        assert await reads.one(User, USER, id="unknown") is None


async def test_a_list_is_read_as_a_table(db: Database) -> None:
    await write(db, "a", "b", "c")
    nasty = ["a", "c", "c", 'quote " and \\ and , and {}', "NULL", ""]
    sql = "SELECT c.prefix FROM each(:wanted) AS w JOIN counters c ON c.prefix = w.value ORDER BY 1"
    async with db.snapshot() as snapshot:
        assert await snapshot.all(str, sql, wanted=nasty) == ["a", "c", "c"]
        assert await snapshot.all(str, sql, wanted=[]) == []
        given = await snapshot.all(str, "SELECT value FROM each(:wanted)", wanted=nasty)
    assert sorted(given) == sorted(nasty)


async def test_run_tells_how_many_rows_it_touched(db: Database) -> None:
    await write(db, "a", "b")
    async with db.transaction() as tx:
        assert await tx.run("UPDATE counters SET last = 7") == 2
        assert await tx.run(SET, prefix="unknown", last=1) == 0
        assert await tx.one(int, LAST, prefix="b") == 7


@pytest.mark.parametrize("count", [0, 1, 31, 32, 1000])
async def test_run_many_writes_every_row(db: Database, count: int) -> None:
    rows = [{"prefix": f"{n:04d}", "last": n} for n in range(count)]
    async with db.transaction() as tx:
        await tx.run_many(ADD, iter(rows))
    assert await stored(db) == [row["prefix"] for row in rows]


async def test_a_bulk_write_that_fails_in_a_later_slice_leaves_nothing(db: Database) -> None:
    await write(db, "0220")
    rows = [{"prefix": f"{n:04d}", "last": n} for n in range(250)]
    with pytest.raises(ConstraintViolated) as violated:
        async with db.transaction() as tx:
            await tx.run_many(ADD, rows)
    assert violated.value.name == "counters_pkey"
    assert await stored(db) == ["0220"]
    nasty = ["über", "\U0001f529 bolt", "100 % :name ::x $1 '' \" ; --", *map(str, range(20))]
    async with db.transaction() as tx:
        await tx.run_many(ADD, [{"prefix": text, "last": 2**40} for text in nasty])
    assert await stored(db) == sorted(["0220", *nasty])


async def test_text_keeps_every_character(db: Database) -> None:
    texts = ["über ÜBER", "\U0001f529 bolt", "100 % :name ::x '' \" ; --", "\n\t\r", "e\u0301"]
    await write(db, *texts)
    assert sorted(await stored(db)) == sorted(texts)


async def test_text_is_ordered_by_code_point(db: Database) -> None:
    await write(db, "a", "B", "Z", "é", "10", "9", "\U0001f529", "\uffee")
    assert await stored(db) == ["10", "9", "B", "Z", "a", "é", "\uffee", "\U0001f529"]


async def test_each_statement_is_counted_once(db: Database) -> None:
    before = db.statements
    async with db.transaction() as tx:
        await add(tx, "a")
        await tx.run_many(ADD, [{"prefix": "b", "last": 0}, {"prefix": "c", "last": 0}])
    async with db.snapshot() as snapshot:
        await prefixes(snapshot)
    assert db.statements - before == 3


async def test_a_violated_index_is_named(db: Database) -> None:
    with pytest.raises(ConstraintViolated) as violated:
        async with db.transaction() as tx:
            await tx.run(USER_WITH_EMAIL, id="x", email=ENGINEER.email, yes=True, now="now")
    assert violated.value.name == "users_email"


async def test_a_violated_key_has_one_name_on_both_databases(db: Database) -> None:
    await write(db, "a")
    for sql in (ADD, ADD + " RETURNING prefix"):
        with pytest.raises(ConstraintViolated) as violated:
            async with db.transaction() as tx:
                await tx.one(str, sql, prefix="a", last=1)
        assert violated.value.name == "counters_pkey"
    with pytest.raises(ConstraintViolated) as violated:
        async with db.transaction() as tx:
            await tx.run_many(ADD, [{"prefix": "b", "last": 0}, {"prefix": "a", "last": 0}])
    assert violated.value.name == "counters_pkey"


@pytest.mark.parametrize("sql", [TOKEN_OF_NOBODY, WITHOUT_NAME])
async def test_no_other_constraint_lets_a_bad_row_in(db: Database, sql: str) -> None:
    with pytest.raises(ConstraintViolated):
        async with db.transaction() as tx:
            await tx.run(sql, id=ENGINEER.id)


async def test_a_violation_may_be_survived_within_a_transaction_of_ones_own(db: Database) -> None:
    await write(db, "a")
    with pytest.raises(ConstraintViolated):
        await write(db, "b", "a")
    await write(db, "c")
    assert await stored(db) == ["a", "c"]
