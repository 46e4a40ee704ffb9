"""Writes the STEP files of the demonstration, a pair of robot arms, from the part language.

The parts have about the sizes of SO-101 arms and simple shapes; each product bears its item's number, so that the
page joins the model and the structure. Run it by `.venv/bin/python -EsB scripts/demo_model.py`.
"""

import asyncio
import math
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from environment import ROOT, say
from partwright.cad.job_types import (
    COMPOSE,
    MAKE_PART,
    AssemblyTree,
    BodyPlacement,
    ComposeAssembly,
    MakePart,
    PlacedUse,
)
from partwright.cad.language.flat import spec_of
from partwright.cad.workers import kernel_pool
from partwright.settings import load

FOLDER = ROOT / "src" / "partwright" / "imports" / "data"
WHOLE = "SOA-0000"
SINGLE = ("SOA-4010", "SOA-4060", "SOA-4110", "SOA-5010")
"""Parts that have files of their own as well."""

Figures = dict[str, float]
Point = tuple[float, float, float]
ORANGE, GREY, DARK, BRIGHT = "0.93,0.47,0.13", "0.72,0.75,0.77", "0.17,0.19,0.21", "0.80,0.81,0.82"
_COLOUR = re.compile(r"(COLOUR_RGB\([^,]*),[^)]*\)")
UPRIGHT = 90.0
"""The turn about x of a body that was drawn in x and y, and stands in x and z then."""
OFFSET = 260.0
"""How far the leader stands beside the follower, in millimetres."""


def outline(length: float, *corners: tuple[float, float]) -> Figures:
    """An extrusion of a drawn outline."""
    figures: Figures = {"length": length, "corners": len(corners)}
    for number, (x, y) in enumerate(corners, 1):
        figures |= {f"x_{number}": x, f"y_{number}": y}
    return figures


_FOOT = ((-60, 0), (56, 0), (56, 9), (26, 14), (26, 58), (-34, 58), (-34, 14), (-60, 9))
_YOKE = ((-29, 0), (29, 0), (29, 48), (23, 48), (23, 6), (-23, 6), (-23, 48), (-29, 48))
_FIXED_JAW = ((-10, -20), (34, -20), (104, -9), (104, -3), (44, -2), (44, 20), (-10, 20))
_MOVING_JAW = ((-14, -12), (14, -12), (78, -4), (78, 2), (14, 16), (-14, 16))
_HANDLE = ((-16, -14), (16, -14), (22, -104), (-10, -104))
_TRIGGER = ((-6, -6), (8, -6), (18, -58), (10, -62), (-6, -12))
PARTS: dict[str, tuple[str, str, str, Figures]] = {
    # Colour, material, method, figures.
    "SOA-4010": (GREY, "PLA", "extrusion", outline(84, *_FOOT)),
    "SOA-4020": (GREY, "PLA", "plate", {"length": 60, "width": 46, "thickness": 6}),
    "SOA-4030": (GREY, "PLA", "frame", {"length": 56, "width": 36, "thickness": 12, "border": 5}),
    "SOA-4040": (ORANGE, "PLA", "plate", {"length": 56, "width": 40, "thickness": 3}),
    "SOA-4050": (ORANGE, "PLA", "extrusion", outline(44, *_YOKE)),
    "SOA-4060": (
        ORANGE,
        "PLA",
        "arm",
        {"distance": 116, "width": 36, "thickness": 26, "bore_1": 9},
    ),
    "SOA-4070": (
        ORANGE,
        "PLA",
        "arm",
        {"distance": 135, "width": 30, "thickness": 24, "bore_1": 9},
    ),
    "SOA-4080": (ORANGE, "PLA", "arm", {"distance": 58, "width": 34, "thickness": 30, "bore_1": 9}),
    "SOA-4090": (GREY, "PLA", "frame", {"length": 54, "width": 34, "thickness": 10, "border": 4}),
    "SOA-4100": (ORANGE, "PLA", "extrusion", outline(28, *_FIXED_JAW)),
    "SOA-4110": (ORANGE, "PLA", "extrusion", outline(22, *_MOVING_JAW)),
    "SOA-4120": (ORANGE, "PLA", "plate", {"length": 50, "width": 40, "thickness": 30}),
    "SOA-4130": (ORANGE, "PLA", "extrusion", outline(30, *_HANDLE)),
    "SOA-4140": (ORANGE, "PLA", "extrusion", outline(14, *_TRIGGER)),
    **{
        number: (DARK, "", "envelope_box", {"length": 45.2, "width": 24.7, "height": 35})
        for number in ("SOA-5010", "SOA-5020", "SOA-5030")
    },
    "SOA-5040": (BRIGHT, "aluminium", "disc", {"diameter": 20, "thickness": 4, "bore": 3}),
}


class Use(NamedTuple):
    """A part in its place: the middle of its drawing, its height there, and how it is turned."""

    number: str
    at: Point
    turn: float = 0.0
    """About the y axis, in degrees: what points along x rises by it."""
    rests: Point | None = None
    """All turns, of a part that is not upright."""

    def placed(self, instance: int) -> PlacedUse:
        turns = self.rests or (UPRIGHT, -self.turn, 0.0)
        return PlacedUse(self.number, instance, BodyPlacement(self.at, turns))


FLAT, ALONG = (0.0, 0.0, 0.0), (90.0, 0.0, 90.0)


class Pose(NamedTuple):
    """How an arm is held: angles of its links above the ground, and of its moving jaw or trigger."""

    upper: float
    under: float
    wrist: float
    tool: float


def along(start: tuple[float, float], length: float, angle: float) -> tuple[float, float]:
    """The end of a link."""
    turn = math.radians(angle)
    return start[0] + length * math.cos(turn), start[1] + length * math.sin(turn)


def drive(servo: str, joint: tuple[float, float], turn: float, side: float) -> list[Use]:
    """The servo of a joint, whose horn drives the link beside it."""
    x, z = along(joint, -11, turn)
    return [
        Use(servo, (x, side + 35, z), turn),
        Use("SOA-5040", (joint[0], side, joint[1]), turn),
    ]


def arm(prefix: int, servos: tuple[str, ...], pose: Pose) -> dict[str, list[Use]]:
    """The parts of each assembly of an arm, in millimetres from the middle of its foot."""
    shoulder = (2.0, 134.0)
    elbow = along(shoulder, 116, pose.upper)
    wrist = along(elbow, 135, pose.under)
    roll = along(wrist, 58, pose.wrist)
    tip = along(roll, 34, pose.wrist)
    is_leader = prefix == 2
    return {
        f"SOA-{prefix}100": [
            Use("SOA-4010", (0, 42, 0)),
            Use("SOA-4020", (-4, 0, 58), rests=FLAT),
            Use("SOA-4030", (-4, 0, 64), rests=FLAT),
            Use("SOA-4040", (-62, 0, 16), rests=(0.0, 90.0, 0.0)),
            Use(servos[0], (-4, 0, 64), rests=FLAT),
            Use("SOA-5040", (2, 0, 99), rests=FLAT),
        ],
        f"SOA-{prefix}200": [
            Use("SOA-4050", (-20, 0, 103), rests=ALONG),
            *drive(servos[1], shoulder, pose.upper, 13),
        ],
        f"SOA-{prefix}300": [
            Use("SOA-4060", middle(shoulder, elbow, 13), pose.upper),
            *drive(servos[2], elbow, pose.under, 13),
        ],
        f"SOA-{prefix}400": [
            Use("SOA-4070", middle(elbow, wrist, 12), pose.under),
            *drive(servos[3], wrist, pose.wrist, 15),
        ],
        f"SOA-{prefix}500": [
            Use("SOA-4080", middle(wrist, roll, 15), pose.wrist),
            Use("SOA-4090", (roll[0], 0, roll[1]), rests=(0.0, 90.0 - pose.wrist, 0.0)),
            Use(servos[4], (roll[0], 0, roll[1]), rests=(0.0, 90.0 - pose.wrist, 0.0)),
        ],
        f"SOA-{prefix}600": (leader_tool if is_leader else gripper)(tip, pose, servos[5]),
    }


def middle(start: tuple[float, float], end: tuple[float, float], side: float) -> Point:
    """Where a link is drawn about."""
    return (start[0] + end[0]) / 2, side, (start[1] + end[1]) / 2


def gripper(tip: tuple[float, float], pose: Pose, servo: str) -> list[Use]:
    hinge = along(along(tip, 20, pose.wrist), 26, pose.wrist + 90)
    return [
        Use("SOA-4100", (tip[0], 14, tip[1]), pose.wrist),
        *drive(servo, hinge, pose.wrist, 11),
        Use("SOA-4110", (hinge[0], 11, hinge[1]), pose.wrist + pose.tool),
    ]


def leader_tool(tip: tuple[float, float], pose: Pose, servo: str) -> list[Use]:
    hinge = along(tip, 30, pose.wrist)
    return [
        Use("SOA-4120", (tip[0], 15, tip[1]), pose.wrist),
        Use("SOA-4130", (tip[0], 15, tip[1]), 0),
        *drive(servo, hinge, pose.wrist, 8),
        Use("SOA-4140", (hinge[0], 7, hinge[1]), pose.tool),
    ]


FAST, STRONG, LIGHT = "SOA-5010", "SOA-5020", "SOA-5030"
ARMS = {
    "SOA-1000": arm(1, (FAST,) * 6, Pose(upper=112, under=-14, wrist=-52, tool=28)),
    "SOA-2000": arm(
        2,
        (STRONG, FAST, STRONG, LIGHT, LIGHT, LIGHT),
        Pose(upper=100, under=-6, wrist=-30, tool=14),
    ),
}


def tree(files: dict[str, str]) -> AssemblyTree:
    """The pair, as the list of its items has it."""
    arms = [
        AssemblyTree(
            number,
            number,
            children=tuple(assembly(one, uses, files) for one, uses in parts.items()),
            placements=tuple(PlacedUse(one, 1, BodyPlacement()) for one in parts),
        )
        for number, parts in ARMS.items()
    ]
    places = (BodyPlacement(), BodyPlacement((0.0, OFFSET, 0.0)))
    return AssemblyTree(
        WHOLE,
        WHOLE,
        children=tuple(arms),
        placements=tuple(
            PlacedUse(one.temp_id, 1, place) for one, place in zip(arms, places, strict=True)
        ),
    )


def assembly(number: str, uses: list[Use], files: dict[str, str]) -> AssemblyTree:
    """One of an arm."""
    known = dict.fromkeys(use.number for use in uses)
    counts = dict.fromkeys(known, 0)
    placements: list[PlacedUse] = []
    for use in uses:
        counts[use.number] += 1
        placements.append(use.placed(counts[use.number]))
    children = tuple(AssemblyTree(one, one, files[one]) for one in known)
    return AssemblyTree(number, number, children=children, placements=tuple(placements))


async def make(folder: str) -> dict[str, str]:
    """The files of all parts and of the whole, made in a folder; by number."""
    pool = kernel_pool(load())
    try:
        files: dict[str, str] = {}
        for number, (colour, material, method, figures) in PARTS.items():
            spec = spec_of(name=number, method=method, parameters=figures, material=material)
            made = await pool.run(MAKE_PART, MakePart(spec, folder, stem=number))
            assert not made.faults, (number, made.faults)
            files[number] = made.files.step
            paint(Path(made.files.step), colour)
        whole = await pool.run(COMPOSE, ComposeAssembly(tree(files), folder, stem=WHOLE))
        assert not whole.faults, whole.faults
        return files | {WHOLE: whole.files.step}
    finally:
        await pool.close()


def paint(file: Path, colour: str) -> None:
    """Give a part another colour than that of its material."""
    file.write_text(_COLOUR.sub(rf"\1,{colour})", file.read_text()))


def main() -> int:
    """Write the files."""
    with tempfile.TemporaryDirectory() as folder:
        made = asyncio.run(make(folder))
        for number in (WHOLE, *SINGLE):
            target = FOLDER / f"{number}.step"
            shutil.copyfile(made[number], target)
            say(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
