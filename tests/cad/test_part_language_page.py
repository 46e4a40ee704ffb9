import part_language


def test_the_page_shows_the_language_as_it_is_declared() -> None:
    text = part_language.PAGE.read_text("utf-8")
    shown = text.partition(part_language.START)[2]
    assert shown == part_language.rendered(), "run scripts/part_language.py"
