"""Rows of a sheet that are no items: sums under a list, and notes of whoever printed it."""

import re
from collections.abc import Iterable, Sequence

from partwright.imports.sheets.cell_values.row_texts import is_decorated
from partwright.imports.sheets.fields.header_names import RANKS
from partwright.imports.sheets.words.column_words import PRICES as PRICE_WORDS
from partwright.imports.sheets.words.header_words import header_key
from partwright.kit.patterns import lazy_regex

_TOTAL = lazy_regex(
    r"(?:grand|overall|net|gross|general|zwischen|end|gesamt|sous|sub)?[\s-]*"
    r"(?:totals?|totale|summen?|sum|somme|gesamt\w*)(?:\s+\w+){0,2}\s*[:=]?",
    re.IGNORECASE,
)
_SUM_LABEL = lazy_regex(
    r"(?:(?:masse|poids|prix|co[uû]t|montant|weight|mass|cost|price|preis|gewicht|kosten|importe|precio|"
    r"prezzo|peso|parts?|bom|quantity|qty|goods|merchandise|order|products?|genel|ara)\s+)?"
    r"(?:grand|overall|net|gross|general|zwischen|end|gesamt|sous|sub|sub-)?[\s-]*"
    r"(?:参考)?(?:totals?|totale?s?|total\s+gene?ra[lt]e?|total\s+geral|totaal|summen?|sum|suma|somme|soma|razem|ogółem|ogolem|gesamt(?:summe|preis"
    r"|kosten|betrag|menge|gewicht)?|subtotal|合计|总计|合計|小計|小计|総計|합계|итого|всего|toplam|celkem|spolu|összesen|ukupno|skupaj|yhteensä|totalt|kokku|viso|iš viso|kopā|summa|i alt|ialt|łącznie|sveukupno|σύνολο|всього|разом|общо|รวม|tổng cộng|base imponible|imponibile|nettobetrag|rechnungsbetrag)(?:参考|金額|金额)?"
    r"(?:[\s_]+(?:of|the|all|per|general|price|cost|costs|qty|quantity|parts?|items?|pieces|pcs|weight|"
    r"amount|sum|unit|bom|kosten|preis|brutto|netto|ht|ttc|usd|eur|gbp|pln|chf|estimated|project|"
    r"excl|incl|vat|tax|mwst|without|with|shipping|\d+)\b\.?)*\s*(?:\([^)]*\))?\s*[:=]?",
    re.IGNORECASE,
)
_MONEY = lazy_regex(r"[^\d\s]{0,4}\s*[0-9][0-9.,' ]*\s*[^\d\s]{0,4}")
_NOTE_WORDS = 4
_TITLE_WORDS = 9
_COMMENT = lazy_regex(r"(?:#+|//+)\s+[^\s0-9]")
_DECORATED = lazy_regex(r"[=\-*~#]{3,}|.*[:：]\Z", re.DOTALL)
_GOES_ON = lazy_regex(
    r"(?:with|without|incl\.?|including|plus|ratio|mit|ohne|inkl\.?|avec|sans|con|sin|approx\.?|same as|e\.g\.)\s+\S"
)
"""How a text begins that says more of the part above it, in small letters."""
_LINK = lazy_regex(r"\w://\S")


def is_comment(text: str) -> bool:
    """Whether a cell begins as comments of programs do: `# not yet`; `# 10-24 screw` is a size."""
    return bool(_COMMENT.match(text.strip()))


def is_note_text(title: str) -> bool:
    """Whether a text that stands alone in its row is a note, and no title of the rows below.

    Titles are short, or end with a colon, or stand between rules: `# ===== Motor mounts =====`.
    """
    plain = title.strip("#/ \t")
    if plain[:1] in "(（" and plain[-1:] in ")）" and plain:
        return True
    words = len(plain.strip("=-*~ ").split())
    is_ruled = bool(_DECORATED.match(plain)) or is_decorated(title)
    if words >= _TITLE_WORDS * (3 if is_ruled else 1) or _LINK.search(plain):
        return True
    if is_comment(title) and ": " in plain and not is_ruled:
        return True
    return bool(_GOES_ON.match(plain)) or (plain.endswith((".", "!")) and words > 1)


_END = lazy_regex(
    r"[\s*=\-–—<#.]*(?:end\s+of\s+(?:the\s+)?(?:report|list|bom|bill(?:\s+of\s+materials?)?|document|file|data|table)"
    r"|ende\s+de[rs]\s+(?:berichts?|liste|st(?:ü|ue)ckliste|dokuments?)|listenende|fin\s+du\s+(?:rapport|document)"
    r"|fin\s+de\s+(?:la\s+liste|liste|informe))[\s*=\-–—>#.]*",
    re.IGNORECASE,
)


def ends_list(text: str) -> bool:
    """Whether a cell says that a list ends here, as `*** End of report ***`."""
    return len(text) <= _LONGEST_END and bool(_END.fullmatch(text))


_LONGEST_END = 60
_OPTION = lazy_regex(
    r"(?:option|alternative|variante?|opción|opcja)\s+(?:[0-9]{1,2}|[a-z])\b", re.IGNORECASE
)


def told_of_option(title: str) -> str:
    """Tell of a title such as `Option 2` that a builder takes one of them; empty for others."""
    if not _OPTION.match(title):
        return ""
    return "a title of one way to build it; its rows are read as parts like all others"


def is_sum_label(text: str) -> bool:
    """Whether a cell says that a sum stands beside it: `Total`, `Gesamt`, `Total cost (EUR):`."""
    return bool(_SUM_LABEL.fullmatch(text.strip()))


def names_sum(text: str) -> bool:
    """Whether a cell names a sum or a price, as the row below an overview of costs does: `Unit Cost`."""
    return is_sum_label(text) or header_key(text) in RANKS["parts"]["cost"]


def name_prices(cells: Sequence[str], texts: Iterable[int]) -> bool:
    """Whether each of the cells is a word for prices, as `Unit price` or `EUR`."""
    return all(header_key(cells[at]) in _PRICES for at in texts)


_PRICES = PRICE_WORDS | RANKS["parts"]["cost"].keys()
_SUM_OF = lazy_regex(
    r"(?:(?:grand\s+|sub[-\s]?|sous[-\s]?|gesamt-?)?totale?s?|(?:zwischen|gesamt|teil|end)?-?summen?)\s+[^:]+",
    re.IGNORECASE,
)
_SUM_AT_END = lazy_regex(
    r"(?:[^\s:]+\s+){1,6}(?:sub[-\s]?totale?s?|totals?|(?:zwischen|gesamt|teil|end)?summe)"
    r"(?:\s*\([^()]*\))?(?:\s*:)?",
    re.IGNORECASE,
)


def is_sum_of(text: str) -> bool:
    """Whether what begins a row without a quantity is a sum: `Total transmitter (variant A)`.

    `Board 0 subtotal:` is one as well.
    """
    plain = text.strip()
    return bool(_SUM_OF.fullmatch(plain)) or bool(_SUM_AT_END.fullmatch(plain))


_WHOLE = lazy_regex(
    r"(?:(?:the|known|approx(?:imate)?\.?|est(?:imated)?\.?|overall|grand|project|order|bom|build|parts?|kit|robot|"
    r"cost|price|current|final|our|electronics?|mechanical|hardware)\s+)+totals?"
    r"(?:\s+(?:cost|price|amount|value|estimate))?(?:\s*\([^()]*\))?\s*:?",
    re.IGNORECASE,
)


def is_whole_sum(text: str) -> bool:
    """Whether a name is that of the sum of a whole list, as `Known project total (USD)`."""
    return bool(_WHOLE.fullmatch(text.strip()))


def is_stated_sum(text: str) -> bool:
    """Whether a cell is a label of a sum and its amount, as `TOTAL: $473.00`."""
    label, _, amount = text.strip().partition(":")
    return bool(amount.strip()) and is_sum_label(label) and bool(_MONEY.fullmatch(amount.strip()))


def is_total(cells: Sequence[str], item_number: str) -> bool:
    """Whether the row begins with `Total`, `Summe` or the like and has no item number of its own."""
    first = next((cell.strip() for cell in cells if cell.strip()), "")
    return item_number in ("", first) and bool(_TOTAL.fullmatch(first))


def is_note(cells: Sequence[str]) -> bool:
    """Whether the row holds one sentence in one of its cells, as `Printed by A on 2026-01-01`."""
    filled = [cell for cell in cells if cell.strip()]
    return len(cells) > 1 and len(filled) == 1 and len(filled[0].split()) >= _NOTE_WORDS


_LEFT_OUT = lazy_regex(
    r"(?:parts?\s+)?(?:do\s+not\s+(?:populate|place|fit|install|mount|stuff)|dnp|dni|dnf|not\s+(?:fitted|"
    r"populated|placed|mounted)|unpopulated|nicht\s+best(?:ü|ue)ck(?:t|en)|non\s+mont[ée]e?s?)"
    r"(?:\s+(?:parts|components|items|bauteile|composants))?",
    re.IGNORECASE,
)


def leaves_out(title: str) -> bool:
    """Whether a title says that the parts below it are not placed, as `Do not populate`."""
    return bool(_LEFT_OUT.fullmatch(title))
