"""STEP files of the tests, written by hand."""

from collections.abc import Mapping, Sequence

Uses = Mapping[str, Sequence[str]]

BRACKET: Uses = {
    "as1": ["rod-assembly", "l-bracket-assembly", "l-bracket-assembly", "plate"],
    "rod-assembly": ["nut", "nut", "rod"],
    "l-bracket-assembly": ["nut-bolt", "nut-bolt", "nut-bolt", "l-bracket"],
    "nut-bolt": ["bolt", "nut"],
}
"""A well-known assembly of nine products and thirteen usages: parent to children."""

HEAD = """ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('x;y','2026-11-21T09:30:00',('it''s; me'),(''),'','','');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));
ENDSEC;
DATA;
#1=APPLICATION_CONTEXT('mechanical');
"""
TAIL = "ENDSEC;\nEND-ISO-10303-21;\n"


def step_file(uses: Uses, *, extra: str = "") -> bytes:
    """A file of the products and usages; products are called by their keys."""
    names = list(dict.fromkeys([*uses, *(child for held in uses.values() for child in held)]))
    lines = [HEAD]
    for number, name in enumerate(names, 1):
        at = number * 10
        lines.append(f"#{at}=PRODUCT('{name}','{name}','',(#1));\n")
        lines.append(f"#{at + 1}=PRODUCT_DEFINITION_FORMATION('A','',#{at});\n")
        lines.append(f"#{at + 2} = PRODUCT_DEFINITION ( 'design' , '' , #{at + 1} , #1 ) ;\n")
    usages = [(parent, child) for parent, held in uses.items() for child in held]
    for number, (parent, child) in enumerate(usages, 1):
        ends = f"#{10 * names.index(parent) + 12},#{10 * names.index(child) + 12}"
        lines.append(
            f"#{9000 + number}=NEXT_ASSEMBLY_USAGE_OCCURRENCE("
            f"'{number}','{child}_{number}','',{ends},$);\n"
        )
    return "".join([*lines, extra, TAIL]).encode()
