import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from partwright.cad import sandbox
from partwright.cad.job_protocol import FailureReason, JobFailed, JobLimits, KernelMissing
from partwright.cad.kernel.guarded_model import GuardedModel, ProcessorTime
from partwright.cad.workers import KernelPool
from tests.cad.misbehaving import DEED, PROGRAM, Deed, Done

LIMITS = JobLimits(seconds=60, memory=200 << 20, file_size=8 << 20)


@pytest.fixture
async def pool() -> AsyncIterator[KernelPool]:
    pool = KernelPool(workers=3, limits=LIMITS, program=PROGRAM, needs="msgspec")
    yield pool
    await pool.close()


async def outcome(pool: KernelPool, deed: Deed, **limits: float) -> Done | JobFailed:
    changed = JobLimits(**{"memory": LIMITS.memory, "file_size": LIMITS.file_size, **limits})
    try:
        return await pool.run(DEED, deed, limits=changed)
    except JobFailed as failed:
        return failed


def is_running(pid: int) -> bool:
    """Whether the process does anything; one that nobody has buried yet does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def is_no_larger(path: str, size: int) -> bool:
    return Path(path).stat().st_size <= size


async def until(condition: Callable[[], bool], what: str) -> None:
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail(f"did not happen: {what}")


async def test_a_runaway_is_reported_with_its_reason_while_the_others_go_on(
    pool: KernelPool, tmp_path: Path
) -> None:
    big = str(tmp_path / "big")
    deeds: list[tuple[Deed, dict[str, float], FailureReason, str]] = [
        (
            Deed("sleep", number=600),
            {"seconds": 0.3},
            FailureReason.TIME,
            "not finished after 0.3 s",
        ),
        (Deed("loop"), {"seconds": 0.3}, FailureReason.TIME, "not finished after 0.3 s"),
        (Deed("eat", number=1 << 30), {}, FailureReason.MEMORY, "more than 200 MiB"),
        (Deed("write", big, number=1 << 30), {}, FailureReason.FILE_SIZE, "more than 8 MiB"),
        (Deed("segfault"), {}, FailureReason.CRASH, "SIGSEGV"),
        (Deed("abort"), {}, FailureReason.CRASH, "SIGABRT"),
        (Deed("leave"), {}, FailureReason.CRASH, "exit code 7"),
        (
            Deed("boast", number=65 << 20),
            {"memory": 1 << 30},
            FailureReason.FAILED,
            "its answer has",
        ),
        (Deed("refuse"), {}, FailureReason.REFUSED, "a hole of 8 mm"),
        (Deed("fail"), {}, FailureReason.FAILED, "ValueError: no such curve"),
    ]
    good = [outcome(pool, Deed("add", number=number)) for number in range(20)]
    bad = [outcome(pool, deed, **limits) for deed, limits, _, _ in deeds]
    ended = await asyncio.gather(*bad, *good)
    for (deed, _, reason, words), failed in zip(deeds, ended, strict=False):
        assert isinstance(failed, JobFailed), deed
        assert (failed.reason, words in failed.message) == (reason, True), (deed, failed.message)
    assert ended[len(deeds) :] == [Done(number + 1) for number in range(20)]
    assert is_no_larger(big, 8 << 20)


async def test_what_a_job_prints_does_not_reach_the_server(pool: KernelPool) -> None:
    assert await pool.run(DEED, Deed("shout", number=5)) == Done(5)


async def test_an_answer_may_be_larger_than_a_pipe(pool: KernelPool) -> None:
    assert len((await pool.run(DEED, Deed("boast", number=3 << 20))).text) == 3 << 20


async def test_as_many_jobs_at_once_as_there_are_workers(pool: KernelPool, tmp_path: Path) -> None:
    met = [Deed("meet", str(tmp_path), number) for number in range(2)]
    assert await asyncio.gather(*(pool.run(DEED, deed) for deed in met)) == [Done(0), Done(1)]
    start = time.monotonic()
    await asyncio.gather(*(pool.run(DEED, Deed("sleep", number=1)) for _ in range(4)))
    assert time.monotonic() - start >= 2


async def test_a_job_that_waits_for_its_processor_is_not_late(pool: KernelPool) -> None:
    waited = await outcome(pool, Deed("wait", number=1), seconds=0.4)
    assert waited == Done(1)


async def test_outcomes_come_as_the_jobs_end(pool: KernelPool) -> None:
    jobs = [Deed("sleep", number=1), Deed("refuse"), Deed("add", number=4)]
    seen = [pair async for pair in pool.each(DEED, jobs)]
    assert seen[-1] == (0, Done(1))
    assert {number for number, _ in seen} == {0, 1, 2}
    failed = dict(seen)[1]
    assert isinstance(failed, JobFailed)
    assert failed.reason is FailureReason.REFUSED


async def test_a_cancelled_job_is_dead_when_the_caller_hears_of_it(
    pool: KernelPool, tmp_path: Path
) -> None:
    mark = tmp_path / "pid"
    task = asyncio.ensure_future(pool.run(DEED, Deed("sleep", str(mark), 600)))
    await until(lambda: mark.exists() and mark.read_text() != "", "the job begins")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not is_running(int(mark.read_text()))
    assert await pool.run(DEED, Deed("add", number=1)) == Done(2)


async def test_leaving_early_kills_the_rest(pool: KernelPool, tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    outcomes = pool.each(DEED, [Deed("sleep", str(mark), 600), Deed("sleep", number=1)])
    async for number, _ in outcomes:
        assert number == 1
        break
    await outcomes.aclose()
    assert not is_running(int(mark.read_text()))


async def test_what_a_job_started_dies_with_it(pool: KernelPool, tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    failed = await outcome(pool, Deed("have a child", str(mark)), seconds=0.2)
    assert isinstance(failed, JobFailed)
    grandchild = int(mark.read_text())
    await until(lambda: not is_running(grandchild), "the grandchild dies")


async def killing(pool: KernelPool, mark: Path, *, times: int) -> None:
    """Kill the supervisor each time that the job has made its mark."""
    for count in range(1, times + 1):
        await until(lambda wanted=count: mark.stat().st_size >= wanted, "the job runs")
        victim = pool.supervisor_pid
        assert victim is not None
        os.kill(victim, signal.SIGKILL)


async def test_an_innocent_job_survives_the_death_of_the_supervisor(
    pool: KernelPool, tmp_path: Path
) -> None:
    (tmp_path / "mark").touch()
    innocent = asyncio.ensure_future(pool.run(DEED, Deed("sleep", number=1)))
    await pool.run(DEED, Deed("add"))
    first = pool.supervisor_pid
    deed = Deed("await death", str(tmp_path / "mark"), 1)
    again, _ = await asyncio.gather(pool.run(DEED, deed), killing(pool, tmp_path / "mark", times=1))
    assert again == Done(1)
    assert pool.supervisor_pid != first
    assert await innocent == Done(1)


async def test_a_job_waits_for_the_end_of_a_supervisor_that_hears_nothing_more(
    tmp_path: Path,
) -> None:
    flag = tmp_path / "was there"
    deaf_once = f'mkdir "{flag}" && exec <&- && exec sleep 1; exec "$@"'
    program = ("bash", "-c", deaf_once, "bash", *PROGRAM)
    pool = KernelPool(workers=2, limits=LIMITS, program=program, needs="msgspec")
    waiting = asyncio.ensure_future(pool.run(DEED, Deed("add")))
    await until(flag.exists, "the first supervisor starts")
    for _ in range(3):
        await asyncio.sleep(0.1)
        assert await pool.run(DEED, Deed("add", number=1)) == Done(2)
    assert await waiting == Done(1)
    await pool.close()


async def test_a_job_whose_supervisor_dies_twice_is_reported(
    pool: KernelPool, tmp_path: Path
) -> None:
    (tmp_path / "mark").touch()
    deed = Deed("await death", str(tmp_path / "mark"), 9)
    failed, _ = await asyncio.gather(outcome(pool, deed), killing(pool, tmp_path / "mark", times=2))
    assert isinstance(failed, JobFailed)
    assert (failed.reason, failed.message) == (
        FailureReason.CRASH,
        "the CAD processes ended twice during this job",
    )
    assert await pool.run(DEED, Deed("add", number=1)) == Done(2)


async def test_a_job_sees_its_own_files_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARTWRIGHT_ADMIN_PASSWORD", "secret")
    own = tmp_path / "own"
    own.mkdir()
    (tmp_path / "secret").write_text("of another program")
    listener = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    pool = KernelPool(workers=1, limits=LIMITS, program=PROGRAM, needs="msgspec")
    try:
        assert sandbox.measures(), "this system has no cell to test"
        done = await pool.run(DEED, Deed("break out", str(own / "file"), port))
        assert done == Done(0, "")
        assert (own / "file").exists()
        assert not (tmp_path / "left").exists()
    finally:
        await pool.close()
        listener.close()


async def test_a_closed_pool_leaves_no_process(tmp_path: Path) -> None:
    pool = KernelPool(workers=1, limits=LIMITS, program=PROGRAM, needs="msgspec")
    mark = tmp_path / "pid"
    task = asyncio.ensure_future(outcome(pool, Deed("sleep", str(mark), 600)))
    await until(lambda: mark.exists() and mark.read_text() != "", "the job begins")
    supervisor = pool.supervisor_pid
    assert supervisor is not None
    await pool.close()
    failed = (await asyncio.gather(task, return_exceptions=True))[0]
    assert isinstance(failed, KernelMissing)
    assert not is_running(supervisor)
    await until(lambda: not is_running(int(mark.read_text())), "the job dies")
    with pytest.raises(KernelMissing):
        await pool.run(DEED, Deed("add"))


@pytest.mark.parametrize("victim", ["server", "supervisor"])
async def test_no_process_outlives_a_killed_one(tmp_path: Path, victim: str) -> None:
    mark, supervisor_mark = tmp_path / "pid", tmp_path / "supervisor"
    code = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from partwright.cad.workers import KernelPool\n"
        "from tests.cad.misbehaving import DEED, PROGRAM, Deed\n"
        "async def main():\n"
        "    pool = KernelPool(workers=1, program=PROGRAM, needs='msgspec')\n"
        "    await pool.run(DEED, Deed('add'))\n"
        "    Path(sys.argv[2]).write_text(str(pool.supervisor_pid))\n"
        "    await pool.run(DEED, Deed('sleep', sys.argv[1], 600))\n"
        "asyncio.run(main())\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(mark), str(supervisor_mark), env=environment
    )
    try:
        await until(lambda: mark.exists() and mark.read_text() != "", "the job begins")
        job, supervisor = int(mark.read_text()), int(supervisor_mark.read_text())
        os.kill(server.pid if victim == "server" else supervisor, signal.SIGKILL)
        await until(lambda: not is_running(job), "the job dies")
        await until(lambda: not is_running(supervisor), "the supervisor ends")
    finally:
        with suppress(ProcessLookupError):
            server.kill()
        await server.wait()


def test_a_computation_has_so_much_processor_time_however_busy_the_machine() -> None:
    def work(number: int) -> float:
        while number == 2:
            pass
        if number == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.5 if number == 1 else 0)
        return number

    results = GuardedModel(work, 5).results(seconds=0.25, within=ProcessorTime(60))
    assert dict(results) == {0: 0, 1: 1, 2: None, 3: None, 4: 4}
    hurried = GuardedModel(work, 5).results(seconds=1, within=ProcessorTime(0))
    assert dict(hurried) == dict.fromkeys(range(5))


def test_computations_share_their_processor_time_and_not_that_of_the_clock() -> None:
    def work(number: int) -> float:
        began = time.process_time()
        while time.process_time() - began < 0.2:
            pass
        time.sleep(0.3)
        return number

    results = dict(GuardedModel(work, 6).results(seconds=1, within=ProcessorTime(0.7)))
    assert [number for number, found in results.items() if found is not None] == [0, 1, 2, 3]


async def test_without_the_kernel_a_job_is_refused_clearly() -> None:
    pool = KernelPool(program=PROGRAM, needs="no_such_kernel")
    with pytest.raises(KernelMissing, match="extra `cad`"):
        await pool.run(DEED, Deed("add"))
    assert pool.supervisor_pid is None
    assert "extra `cad`" in pool.fault


async def test_a_kernel_that_does_not_start_says_why() -> None:
    program = (
        sys.executable,
        "-c",
        "from partwright.cad.kernel.server import serve; serve(lambda _: __import__('no_such_library'))",
    )
    pool = KernelPool(program=program, needs="msgspec")
    assert pool.fault == ""
    with pytest.raises(KernelMissing, match="no_such_library"):
        await pool.run(DEED, Deed("add"))
    assert "no_such_library" in pool.fault
    await pool.close()
