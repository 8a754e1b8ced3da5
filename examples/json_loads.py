"""Parsing a JSON document with the standard library's own parser, in the version that is written in Python.

`json.loads` is written in C where it can be, and C leaves no record. The module has the same parser in Python, and
a decoder can be told to use it: every character that was looked at and every branch taken is then in the record.
"""

import json
from json import decoder, scanner
from pathlib import Path
from typing import Any, cast

PLANETS = Path(__file__).parent / "data" / "planets.json"


def pure_python_decoder() -> json.JSONDecoder:
    pure: Any = json.JSONDecoder()  # its attributes and both functions are in json's source, but not in its stubs
    pure.parse_string = decoder.py_scanstring  # type: ignore[attr-defined]
    pure.scan_once = scanner.py_make_scanner(pure)  # type: ignore[attr-defined]
    return cast(json.JSONDecoder, pure)


def loads(document: str) -> Any:
    return pure_python_decoder().decode(document)


def run() -> Any:
    return loads(PLANETS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    from irtrack import printlevels, track

    printlevels(track(loads, '{"name": "Mars", "moons": [11.267, 6.2]}'), levels=3, library=True)
