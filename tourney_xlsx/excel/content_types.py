"""`[Content_Types].xml`: which part is what. Part names compare without case (ECMA-376 part 2, 10.1.2)."""

from __future__ import annotations

from typing import Final

from lxml import etree

from tourney_xlsx.excel.ooxml import CONTENT_TYPES, dump, elements, local, parse
from tourney_xlsx.excel.package import Package

PART: Final = "[Content_Types].xml"
_RELS: Final = "application/vnd.openxmlformats-package.relationships+xml"


class ContentTypes:
    """A live view of the part; `store` writes it back."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._root = parse(package.read(PART), PART)
        self._overrides: dict[str, etree._Element] = {}
        self._defaults: dict[str, str] = {}
        for element in elements(self._root):
            if local(element) == "Override":
                self._overrides[element.get("PartName", "").lstrip("/").lower()] = element
            else:
                self._defaults[element.get("Extension", "").lower()] = element.get("ContentType", "")

    def of(self, part: str) -> str | None:
        """The part's type, None when the package doesn't say."""
        override = self._overrides.get(part.lower())
        return override.get("ContentType") if override is not None else self._defaults.get(_extension(part))

    def overridden(self) -> frozenset[str]:
        """Lower-case names of the parts with an entry of their own."""
        return frozenset(self._overrides)

    def declare(self, part: str, content_type: str, *, by_extension: bool) -> None:
        """Say what a part is, by its extension if that is free or already says the same."""
        if self.of(part) == content_type:
            return
        if (override := self._overrides.get(part.lower())) is not None:
            override.set("ContentType", content_type)
        elif by_extension and _extension(part) not in self._defaults:
            self._default(_extension(part), content_type)
        else:
            made = etree.SubElement(
                self._root, f"{{{CONTENT_TYPES}}}Override", PartName=f"/{part}", ContentType=content_type
            )
            self._overrides[part.lower()] = made

    def declare_rels(self) -> None:
        """Make sure that new relationship parts count: LibreOffice's kind of file lists each one by name."""
        if "rels" not in self._defaults:
            self._default("rels", _RELS)

    def forget(self, part: str) -> None:
        """Remove the entry of a part that is gone."""
        if (override := self._overrides.pop(part.lower(), None)) is not None:
            self._root.remove(override)

    def store(self) -> None:
        """Write the part back, after forgetting what was dropped."""
        for part in self._package.dropped:
            self.forget(part)
        self._package.write(PART, dump(self._root))

    def _default(self, extension: str, content_type: str) -> None:
        self._root.insert(
            0, etree.Element(f"{{{CONTENT_TYPES}}}Default", Extension=extension, ContentType=content_type)
        )
        self._defaults[extension] = content_type


def _extension(part: str) -> str:
    return part.rpartition(".")[2].lower()
