import msgspec


class Measured(msgspec.Struct):
    """What the kernel says of a part that it built, or why it did not."""

    solids: int = 0
    valid: bool = False
    volume: float = 0.0
    low: tuple[float, float, float] = (0.0, 0.0, 0.0)
    high: tuple[float, float, float] = (0.0, 0.0, 0.0)
    error: str = ""
