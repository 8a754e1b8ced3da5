"""Every Python block of README.md and docs/ runs, and prints what the page says.

The ```python blocks of a page share one namespace and run in order, with the repository as the current directory:

- a block that starts with `>>>` is a session and runs under doctest; `...` in its output stands for anything;
- any other block runs as a file, named by a first line like `# geom.py`, otherwise example.py (example2.py, ...). It
  prints exactly the ```text block directly after it, or nothing.

All other blocks (```console, ```sh, ```text alone) are left alone.
"""

import contextlib
import difflib
import doctest
import io
import linecache
import re
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|~{3,}) *(?P<language>[\w+-]*)[^`]*$")
FILE_NAME = re.compile(r"# ([\w/.-]+\.py)$", re.MULTILINE)


class Block(NamedTuple):
    """```language source```, whose source begins at `line` (from 1); `follows`: only blank lines after the last one."""

    language: str
    source: str
    line: int
    follows: bool


class UnclosedBlock(ValueError):
    """A fence without an end."""


def blocks_of(text: str) -> Iterator[Block]:
    """The fenced blocks of a page in Markdown."""
    lines = iter(enumerate(text.splitlines(), 1))
    follows = False
    for number, line in lines:
        opening = FENCE.match(line)
        if not opening:
            follows = follows and not line.strip()
            continue
        indent, fence = len(opening["indent"]), opening["fence"]
        body = []
        for _, inner in lines:
            closing = inner.strip()
            if closing.startswith(fence) and not closing.strip(fence[0]):
                break
            body.append(inner.removeprefix(" " * indent))
        else:
            raise UnclosedBlock(f"line {number}: this block is never closed")
        yield Block(opening["language"], "".join(f"{inner}\n" for inner in body), number + 1, follows)
        follows = True


def remember_source(name: str, source: str) -> None:
    """Let inspect and tracebacks find the lines of a file that does not exist, in every later block too."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)


def run_session(page: str, block: Block, namespace: dict[str, Any]) -> str:
    """Run a `>>>` session; what went wrong, as doctest says it."""
    name = f"{page}:{block.line}"
    test = doctest.DocTestParser().get_doctest(block.source, {}, name, page, block.line - 1)
    test.globs = namespace  # not a copy: the next block goes on with it
    for number, example in enumerate(test.examples):
        remember_source(f"<doctest {name}[{number}]>", example.source)
    report = io.StringIO()
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=report.write, clear_globs=False)
    return report.getvalue()


def run_file(page: str, name: str, block: Block, expected: str, namespace: dict[str, Any]) -> str:
    """Run a block as the file `name`; what went wrong, as a traceback or a difference."""
    place = f"{page}:{block.line}"
    remember_source(name, block.source)
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(block.source, name, "exec", dont_inherit=True), namespace)
    except Exception:
        return f"{place}: this block raises\n{traceback.format_exc()}"
    lines = difflib.unified_diff(
        expected.splitlines(keepends=True), printed.getvalue().splitlines(keepends=True), f"{place}: text", "printed"
    )
    return "".join(lines)


def file_name(block: Block, taken: set[str]) -> str:
    """The name that the block's first line gives, or the first free one of example.py, example2.py, ..."""
    if given := FILE_NAME.match(block.source):
        return given[1]
    number = 1
    while (name := f"example{number if number > 1 else ''}.py") in taken:
        number += 1
    return name


def problems_of(page: str, text: str) -> list[str]:
    """Run a page; what went wrong, block by block."""
    try:
        blocks = list(blocks_of(text))
    except UnclosedBlock as error:
        return [f"{page}, {error}"]
    namespace: dict[str, Any] = {"__name__": "__main__"}
    names: set[str] = set()
    problems = []
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
        if block.language not in ("python", "pycon"):
            continue
        if block.source.lstrip().startswith(">>>"):
            problems.append(run_session(page, block, namespace))
            continue
        has_text = after is not None and after.language == "text" and after.follows
        name = file_name(block, names)
        names.add(name)
        problems.append(run_file(page, name, block, after.source if after and has_text else "", namespace))
    return [problem for problem in problems if problem]


def pages() -> list[str]:
    paths = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [path.relative_to(ROOT).as_posix() for path in paths if path.exists()]


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch):
    """Run pages where their readers do; forget their lines afterwards."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(linecache, "cache", dict(linecache.cache))


@pytest.mark.parametrize("page", pages())
def test_a_page_is_true(page):
    problems = problems_of(page, (ROOT / page).read_text(encoding="utf-8"))
    assert not problems, "\n" + "\n".join(problems)


GOOD = '''\
A session, then a file that goes on with it.

```python
>>> def double(x):
...     return 2 * x
>>> double(21)
42
>>> object()
<object object at 0x...>
>>> [][1]
Traceback (most recent call last):
IndexError: list index out of range
```

```python
# twice.py
import inspect
def twice(x):
    return double(double(x))
print(twice(1), twice.__code__.co_filename, twice.__code__.co_firstlineno)
print(inspect.getsource(double))
```

```text
4 twice.py 3
def double(x):
    return 2 * x

```

```python
def first(): pass
```

Text in between.

```text
not the output of anything
```

1. In a list:

   ```python
   def second():
       return """
   as it stands
   """
   print(second().strip())
   ```
   ```text
   as it stands
   ```

````python
>>> (first.__code__.co_filename, second.__code__.co_filename)
('example.py', 'example2.py')
>>> import inspect
>>> print(inspect.getsource(second), end="")
def second():
    return """
as it stands
"""
>>> print("```")
```
````

```console
$ rm -rf everything
```

```sh
>>> never run
```
'''


def test_a_good_page_has_no_problems():
    assert problems_of("page.md", GOOD) == []


def test_pages_do_not_share_names():
    assert problems_of("a.md", "```python\nx = 1\n```\n") == []
    assert "NameError: name 'x' is not defined" in problems_of("b.md", "```python\n>>> x\n1\n```\n")[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("```python\n>>> 1 + 1\n3\n```\n", 'File "page.md", line 2,'),
        ("```python\n>>> 1 + 1\n3\n```\n", "Expected:\n    3\nGot:\n    2\n"),
        ("```python\n>>> print('a  b')\na b\n```\n", "Got:\n    a  b\n"),
        ("```python\n>>> 1 / 0\n```\n", "ZeroDivisionError: division by zero"),
        ("```python\n\n>>> print(1)\n```\n", "Expected nothing\nGot:\n    1\n"),
        ("```python\nprint(1)\n```\n```text\n2\n```\n", "-2\n+1\n"),
        ("```python\nprint('a  b')\n```\n```text\na b\n```\n", "-a b\n+a  b\n"),
        ("```python\nprint(1)\n```\n\n```text\n1\n\n```\n", "-\n"),
        ("```python\nprint(1)\n```\n", "+1\n"),
        ("```python\nprint(1)\n```\nprints\n```text\n1\n```\n", "page.md:2: text"),
        ("Title\n\n```python\nx = 1 / 0\n```\n", "page.md:4: this block raises\n"),
        ("```python\nx = 1 / 0\n```\n", '  File "example.py", line 1, in <module>\n    x = 1 / 0\n'),
        ("```python\nx = = 1\n```\n", "SyntaxError"),
        ("Title\n```python\nx = 1\n", "page.md, line 2: this block is never closed"),
    ],
)
def test_what_a_page_says_wrongly_is_found(text, message):
    [problem] = problems_of("page.md", text)
    assert message in problem


def test_one_failing_block_does_not_hide_the_next():
    wrong = "```python\n>>> 1\n2\n```\n"
    assert len(problems_of("page.md", 3 * wrong)) == 3
