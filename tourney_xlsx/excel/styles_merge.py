"""Styles of our sheets inside the organiser's `styles.xml`: appended or found again by content, never
renumbered.

Their default look stays the default: a cell of ours that has no style takes theirs, and a font of ours that
only adds weight or colour to the generated default takes the face and size of theirs. The same sheets merged
again find everything they appended before, so the part doesn't grow.

Source: ECMA-376 part 1, 18.8; font children in the order of CT_Font as Excel writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lxml import etree

from tourney_xlsx.excel.ooxml import FONT_ORDER, STYLESHEET_ORDER, child, elements, like, local, place
from tourney_xlsx.excel.package import PackageError

MOST_CELL_STYLES: Final = 65_490
_FIRST_FREE_FORMAT: Final = 164
_RESERVED_FILLS: Final = 2  # Excel shows fills 0 and 1 as none and gray125 whatever they say
_STARTERS: Final = {"fonts": 1, "fills": 2, "borders": 1, "cellStyleXfs": 1, "cellXfs": 1}
_PARTS: Final = (
    ("fontId", "fonts", "applyFont"),
    ("fillId", "fills", "applyFill"),
    ("borderId", "borders", "applyBorder"),
)

_Key = tuple[object, ...]


class StyleMerger:
    """Maps style numbers of the generated workbook to numbers in the organiser's stylesheet."""

    def __init__(self, ours: etree._Element, theirs: etree._Element) -> None:
        """`theirs` is edited in place."""
        self._ours = ours
        self._root = theirs
        self._known: dict[str, dict[_Key, int]] = {}
        self._cells: dict[int, int] = {0: 0}
        self._differential: dict[int, int] = {}
        for section, least in _STARTERS.items():
            for element in elements(child(ours, section))[len(self._list(section)) : least]:
                self._append(section, self._clone(element))

    def cell(self, number: int) -> int:
        """Number in their `cellXfs` for a cell style of ours."""
        if number not in self._cells:
            self._cells[number] = self._add("cellXfs", self._cell_style(number))
            if self._cells[number] >= MOST_CELL_STYLES:
                raise PackageError("too_many_styles", {"limit": str(MOST_CELL_STYLES)})
        return self._cells[number]

    def differential(self, number: int) -> int:
        """Number in their `dxfs` for a differential style (conditional formats, filters, tables) of ours."""
        if number not in self._differential:
            made = self._clone(elements(child(self._ours, "dxfs"))[number])
            for format_ in made.iter(like(made, "numFmt")):
                format_.set("numFmtId", str(self._number_format(format_.get("formatCode", "General"))))
            self._differential[number] = self._add("dxfs", made)
        return self._differential[number]

    def _cell_style(self, number: int) -> etree._Element:
        ours, ours_default = (elements(child(self._ours, "cellXfs"))[n] for n in (number, 0))
        default = self._list("cellXfs")[0]
        made = etree.Element(like(self._root, "xf"))
        format_ = self._format_number(int(ours.get("numFmtId", "0")))
        made.set("numFmtId", str(format_))
        applied = ["applyNumberFormat"] if format_ != int(default.get("numFmtId", "0")) else []
        for attribute, section, apply in _PARTS:
            theirs = int(default.get(attribute, "0"))
            if ours.get(attribute, "0") != ours_default.get(attribute, "0"):
                theirs = self._component(section, int(ours.get(attribute, "0")))
                applied.append(apply)
            made.set(attribute, str(theirs))
        made.set("xfId", default.get("xfId", "0"))
        if ours.get("quotePrefix"):
            made.set("quotePrefix", ours.get("quotePrefix", "1"))
        for extra in elements(ours):
            if local(extra) in ("alignment", "protection"):
                made.append(self._clone(extra))
                applied.append(f"apply{local(extra).capitalize()}")
        for attribute in applied:
            made.set(attribute, "1")
        return made

    def _component(self, section: str, number: int) -> int:
        made = self._clone(elements(child(self._ours, section))[number])
        if section == "fonts":
            self._take_their_face(made)
        return self._add(section, made)

    def _take_their_face(self, font: etree._Element) -> None:
        default = int(self._list("cellXfs")[0].get("fontId", "0"))
        fonts = self._list("fonts")
        theirs, generated = (
            fonts[default if default < len(fonts) else 0],
            elements(child(self._ours, "fonts"))[0],
        )
        for tag in ("name", "sz"):
            own, wanted = _value(font, tag), _value(theirs, tag)
            # a font made without a face or size means the default one, but Excel wouldn't know
            if wanted and own in (None, _value(generated, tag)):
                place(font, tag, FONT_ORDER).set("val", wanted)
        for tag in ("scheme", "family", "charset"):  # a scheme would override the name
            if (extra := child(font, tag)) is not None:
                font.remove(extra)

    def _format_number(self, ours: int) -> int:
        for format_ in elements(child(self._ours, "numFmts")):
            if format_.get("numFmtId") == str(ours):
                return self._number_format(format_.get("formatCode", "General"))
        return ours

    def _number_format(self, code: str) -> int:
        used = {int(f.get("numFmtId", "0")): f.get("formatCode") for f in self._list("numFmts")}
        for number, known in used.items():
            if known == code:
                return number
        number = max([_FIRST_FREE_FORMAT - 1, *used]) + 1
        made = etree.Element(like(self._root, "numFmt"), numFmtId=str(number), formatCode=code)
        self._append("numFmts", made)
        return number

    def _list(self, section: str) -> list[etree._Element]:
        return elements(child(self._root, section))

    def _add(self, section: str, made: etree._Element) -> int:
        """Position of an equal element, or of this one appended."""
        if section not in self._known:
            known = self._known[section] = {}
            for number, element in enumerate(self._list(section)):
                if section != "fills" or number >= _RESERVED_FILLS:
                    known.setdefault(_key(element), number)
        key = _key(made)
        if key not in self._known[section]:
            self._known[section][key] = len(self._list(section))
            self._append(section, made)
        return self._known[section][key]

    def _append(self, section: str, made: etree._Element) -> None:
        parent = place(self._root, section, STYLESHEET_ORDER)
        parent.append(made)
        parent.set("count", str(len(elements(parent))))

    def _clone(self, element: etree._Element) -> etree._Element:
        made = etree.Element(like(self._root, local(element)))
        made.attrib.update(element.attrib)
        made.text = element.text
        children: Iterator[etree._Element] | list[etree._Element] = elements(element)
        if local(element) == "font":
            children = sorted(children, key=lambda c: FONT_ORDER.index(local(c)))
        for inner in children:
            made.append(self._clone(inner))
        return made


def _value(font: etree._Element, tag: str) -> str | None:
    found = child(font, tag)
    return found.get("val") if found is not None else None


def _key(element: etree._Element) -> _Key:
    attributes = tuple(sorted((str(k), str(v)) for k, v in element.attrib.items()))
    return (element.tag, attributes, (element.text or "").strip(), tuple(_key(c) for c in elements(element)))
