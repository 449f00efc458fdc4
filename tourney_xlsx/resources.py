"""Where the folders that travel with the package lie: `templates` and `sample_workbooks`."""

from __future__ import annotations

from pathlib import Path


def folder(name: str) -> Path:
    """The shipped folder `name`: inside the package once installed, beside it in a checkout.

    FileNotFoundError when it is in neither place.
    """
    package = Path(__file__).parent
    for place in (package / name, package.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(name)
