"""Facts that a description states of the whole, read once for many checks; pure."""

from functools import lru_cache

from partwright.design_engine.artifacts import Artifacts
from partwright.drafter import engine as drafter
from partwright.drafter.brief.kinds import stands_beyond
from partwright.drafter.catalogue import kinds
from partwright.drafter.structures.mass import stated_mass
from partwright.drafter.text.figures import StatedFigure


def understood(artifacts: Artifacts) -> drafter.DesignBrief:
    """The brief of the description, the answers and the user's later words."""
    messages = tuple(message.text for message in artifacts.user_messages)
    return _understood(artifacts.description, tuple(artifacts.answers().items()), messages)


@lru_cache(maxsize=256)
def _understood(
    description: str, answers: tuple[tuple[str, str], ...], messages: tuple[str, ...]
) -> drafter.DesignBrief:
    return drafter.understand(description, dict(answers), list(messages))


def stated(brief: drafter.DesignBrief) -> tuple[StatedFigure | None, tuple[float, ...]]:
    """The mass and the sides of the whole that the text states, where it does."""
    kind = kinds().get(brief.kind)
    # What stands in a machine's name may be what it works on: the belt of a belt grinder.
    title = () if kind is not None and kind.works_on_size else brief.title
    size = next(
        (
            figure
            for figure in brief.figures
            if figure.is_size
            and figure.quantity == "size"
            and figure.dimension == "length"
            and (not figure.about or figure.about[0] in title)
        ),
        None,
    )
    if size is not None and stands_beyond(brief.kind, brief.text):
        size = None
    return stated_mass(brief), (() if size is None else size.values)
