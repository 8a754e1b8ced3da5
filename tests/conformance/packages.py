"""Jobs of packages from PyPI: what other people's code does, recorded.

python -m tests.conformance.packages              all jobs, those of packages that are not installed are reported
python -m tests.conformance.packages sympy black  these
make packages                                     installs the packages first, in an environment of its own

Each function imports a package, prepares what the job needs, and returns the job: a function without arguments, whose
result has a repr that tells it. A job starts anew each time: caches that would answer a second run are cleared.
"""

import inspect
import io
import json
import json.decoder
import random
import string
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tests.conformance.package_runs import Job, Package, main

PACKAGES: dict[str, Package] = {}

CODE = inspect.getsource(string.Formatter)
SHORT_CODE = inspect.getsource(json.decoder.py_scanstring)
UGLY_CODE = SHORT_CODE.replace(", ", ",").replace(" = ", "=").replace(":\n        ", ": # note\n        ")
TEXT = (Path(__file__).parents[2] / "docs" / "limits.md").read_text(encoding="utf-8")[:5000]
HTML = "<!doctype html><title>Rows</title><table id=rows>" + "".join(
    f"<tr class='{'odd' if n % 2 else 'even'}'><td>{n}<td><a href='/{n}?a=1&amp;b'>number {n}</a><p>one<p>two</tr>"
    for n in range(40)
)


def package(requirement: str) -> Callable[[Callable[[], Job]], Callable[[], Job]]:
    def add(prepare: Callable[[], Job]) -> Callable[[], Job]:
        PACKAGES[prepare.__name__] = Package(requirement, prepare)
        return prepare

    return add


# -- mathematics and graphs -------------------------------------------------------------------------------------------


@package("sympy")
def sympy_solve() -> Job:
    import sympy
    from sympy.core.cache import clear_cache
    from sympy.core.random import _assumptions_rng

    x = sympy.Symbol("x")

    def job() -> Any:
        clear_cache()
        _assumptions_rng.seed(1)
        return sympy.solve(x**3 - 6 * x**2 + 11 * x - 5, x)

    return job


@package("sympy")
def sympy_integrate() -> Job:
    import sympy
    from sympy.core.cache import clear_cache
    from sympy.core.random import _assumptions_rng

    x = sympy.Symbol("x")

    def job() -> Any:
        clear_cache()
        _assumptions_rng.seed(1)
        return sympy.integrate(x * sympy.sin(x), x), sympy.diff(sympy.exp(x * sympy.cos(x)), x, 3)

    return job


@package("mpmath")
def mpmath() -> Job:
    from mpmath import mp

    def job() -> Any:
        with mp.workdps(15):
            return (
                mp.quad(lambda x: mp.exp(-(x**2)), [-mp.inf, mp.inf]),
                mp.findroot(lambda x: mp.cos(x) - x, 1),
                mp.polyroots([1, -6, 11, -5]),
            )

    return job


@package("networkx")
def networkx() -> Job:
    import networkx as nx

    def job() -> Any:
        graph = nx.karate_club_graph()
        return (
            nx.betweenness_centrality(graph),
            nx.shortest_path(graph, 16, 26),
            sorted(nx.minimum_spanning_edges(graph, data=False)),
            nx.maximum_flow_value(graph, 0, 33, capacity="weight"),
            [sorted(community) for community in nx.community.greedy_modularity_communities(graph)],
        )

    return job


@package("simpy")
def simpy() -> Job:
    import simpy

    def job() -> Any:
        environment = simpy.Environment()
        counter = simpy.Resource(environment, capacity=2)
        dice = random.Random(1)
        log: list[tuple[float, str]] = []

        def customer(name: str) -> Iterator[Any]:
            with counter.request() as request:
                got = yield request | environment.timeout(3)
                if request not in got:
                    log.append((environment.now, f"{name} leaves"))
                    return
                yield environment.timeout(dice.expovariate(0.5))
            log.append((environment.now, f"{name} is served"))

        def source() -> Iterator[Any]:
            for n in range(100):
                environment.process(customer(f"customer {n}"))
                yield environment.timeout(dice.expovariate(1.0))

        environment.process(source())
        environment.run()
        return log

    return job


@package("chess")
def chess() -> Job:
    import chess

    def count(board: Any, depth: int) -> int:
        if not depth:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    def job() -> Any:
        board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
        moves = sorted(board.san(move) for move in board.legal_moves)
        return moves, count(board, 1), count(chess.Board(), 2), board.status(), str(board)

    return job


# -- templates and markup ---------------------------------------------------------------------------------------------


@package("Jinja2")
def jinja2() -> Job:
    import jinja2

    templates = {
        "base": "<title>{% block title %}{% endblock %}</title>{% block body %}{% endblock %}",
        "page": """{% extends "base" %}{% from "macros" import cell with context %}
            {% block title %}{{ title|upper }}{% endblock %}
            {% block body %}{% for row in rows if row.number is odd %}
              {{ loop.index }}/{{ loop.length }} {{ cell(row.number, row["name"]) }} {{ loop.cycle("a", "b") }}
              {%- set square = row.number ** 2 %} {{ "%05d"|format(square) }} {{ row.name|replace("n", "<m>") }}
            {% else %}nothing{% endfor %}
            {{ rows|map(attribute="number")|sum }} {{ rows|groupby("parity")|list|length }} {{ missing|default(7) }}
            {% endblock %}""",
        "macros": "{% macro cell(number, name='?') %}<td>{{ number }}: {{ name|e }}</td>{% endmacro %}",
    }
    rows = [{"number": n, "name": f"<number {n}>", "parity": n % 2} for n in range(60)]

    def job() -> Any:
        environment = jinja2.Environment(loader=jinja2.DictLoader(templates), autoescape=True)
        return environment.get_template("page").render(title="rows & rows", rows=rows)

    return job


@package("Mako")
def mako() -> Job:
    from mako.lookup import TemplateLookup

    page = """<%inherit file="base"/>
        <%def name="cell(number)"><td>${number} ${caller.body() if caller else "" | trim}</td></%def>
        <%def name="listed(rows)" filter="trim">
        % for row in rows:
            % if row % 3 == 0:
                ${cell(row)} ${loop.index} ${loop.cycle("a", "b")} ${"<%d>" % row | h}
            % else:
                <%self:cell number="${row}">body of ${row}</%self:cell>
            % endif
        % endfor
        </%def>
        <% total = sum(rows) %> ${listed(rows)} total ${total}"""

    def job() -> Any:
        lookup = TemplateLookup()
        lookup.put_string("base", "<html>${self.body()}${next.uri}</html>")
        lookup.put_string("page", page)
        return lookup.get_template("page").render(rows=range(150))

    return job


@package("chevron")
def chevron() -> Job:
    import chevron

    template = """{{#rows}}{{number}} {{{name}}} {{name}} {{^odd}}even{{/odd}}{{#odd}}odd {{> part}}{{/odd}}
        {{#upper}}{{name}}{{/upper}}{{! nothing }}{{/rows}}"""

    def job() -> Any:
        rows = [{"number": n, "name": f"<{n}>", "odd": n % 2 == 1} for n in range(40)]
        upper = lambda text, render: render(text).upper()  # noqa: E731
        return chevron.render(template, {"rows": rows, "upper": upper}, partials_dict={"part": "part of {{number}}"})

    return job


@package("Markdown")
def markdown() -> Job:
    import markdown

    return lambda: markdown.markdown(TEXT, extensions=["tables", "fenced_code", "toc", "attr_list", "smarty"])


@package("mistune")
def mistune() -> Job:
    import mistune

    return lambda: mistune.create_markdown(plugins=["table", "strikethrough", "footnotes", "task_lists"])(TEXT)


@package("markdown-it-py")
def markdown_it() -> Job:
    from markdown_it import MarkdownIt

    return lambda: MarkdownIt("commonmark").enable("table").render(TEXT)


@package("docutils")
def docutils() -> Job:
    from docutils.core import publish_parts

    section = textwrap.dedent("""
        Section {n}
        ---------

        Some *emphasis*, ``code``, a `link {n} <https://example.org/{n}>`_, a footnote [#f{n}]_, and |name|.

        .. [#f{n}] the footnote

        - one
        - two

          1. nested
          2. list

        .. code-block:: python

           print({n})

        ===== =====
        a     b
        ===== =====
        {n}   2
        ===== =====

        .. note:: A note.
    """)
    text = "Title\n=====\n\n.. contents::\n\n.. |name| replace:: substituted\n" + "".join(
        section.format(n=n) for n in range(3)
    )
    return lambda: publish_parts(text, writer="html5")["body"]


@package("Pygments")
def pygments() -> Job:
    import pygments
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import HtmlLexer, PythonLexer

    def job() -> Any:
        return (
            pygments.highlight(CODE, PythonLexer(), HtmlFormatter(linenos=True)),
            pygments.highlight(HTML, HtmlLexer(), HtmlFormatter()),
        )

    return job


@package("rich")
def rich() -> Job:
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.table import Table
    from rich.tree import Tree

    def job() -> Any:
        console = Console(file=io.StringIO(), width=100, force_terminal=True, color_system="truecolor")
        table = Table("number", "name", title="Rows", show_lines=True)
        for n in range(15):
            table.add_row(str(n), f"[bold red]number[/] {n} :smiley:", style="dim" if n % 2 else "")
        tree = Tree("tree")
        tree.add("one").add("two")
        console.print(table, tree, Markdown(TEXT[:900]), {"a": [1, 2.5, None]})
        return console.file.getvalue()

    return job


@package("beautifulsoup4")
def beautifulsoup() -> Job:
    from bs4 import BeautifulSoup

    def job() -> Any:
        soup = BeautifulSoup(HTML, "html.parser")
        links = [(a["href"], a.get_text()) for a in soup.select("tr.odd > td a[href]")]
        for p in soup.find_all("p", string="two"):
            p.decompose()
        return links, soup.prettify()

    return job


@package("html5lib")
def html5lib() -> Job:
    import html5lib

    return lambda: html5lib.serialize(html5lib.parse(HTML), sanitize=False, inject_meta_charset=True)


@package("cssselect2")
def cssselect2() -> Job:
    import cssselect2
    import tinycss2

    sheet = "".join(
        f"tr.odd td:nth-child({n}) > a, #rows .c{n}:not(.odd) {{ color: rgb({n}, 2, 3) }}" for n in range(6)
    )
    tree = ElementTree.fromstring(
        "<table id='rows'>" + "".join(f"<tr class='odd'><td>{n}</td><td><a/></td></tr>" for n in range(6)) + "</table>"
    )

    def job() -> Any:
        matcher = cssselect2.Matcher()
        rules = tinycss2.parse_stylesheet(sheet, skip_whitespace=True)
        for rule in rules:
            for selector in cssselect2.compile_selector_list(rule.prelude):
                matcher.add_selector(selector, tinycss2.serialize(rule.content))
        root = cssselect2.ElementWrapper.from_xml_root(tree)
        return [(element.local_name, matcher.match(element)) for element in root.iter_subtree()]

    return job


# -- parsers ----------------------------------------------------------------------------------------------------------


@package("lark")
def lark() -> Job:
    from lark import Lark, Transformer, v_args

    grammar = """
        ?start: sum
        ?sum: product | sum "+" product -> add | sum "-" product -> sub
        ?product: atom | product "*" atom -> mul
        ?atom: NUMBER -> number | "-" atom -> neg | "(" sum ")"
        %import common.NUMBER
        %import common.WS_INLINE
        %ignore WS_INLINE
    """

    @v_args(inline=True)
    class Calculate(Transformer[Any, Any]):
        from operator import add, mul, neg, sub

        number = int

    def job() -> Any:
        text = " + ".join(f"({n} * -{n} - 1)" for n in range(10))
        tree = Lark(grammar, parser="lalr").parse(text)
        return tree.pretty(), Calculate().transform(tree), Lark(grammar, parser="earley").parse("1 + 2 * (3 - 4)")

    return job


@package("pyparsing")
def pyparsing() -> Job:
    import pyparsing as pp

    def job() -> Any:
        value = pp.Forward()
        number = pp.common.number
        word = pp.Word(pp.alphas).set_results_name("word")
        row = pp.Group(pp.Suppress("[") + pp.Optional(pp.DelimitedList(value)) + pp.Suppress("]"))
        value <<= number | word | row
        sums = pp.infix_notation(
            number, [("-", 1, pp.OpAssoc.RIGHT), ("*", 2, pp.OpAssoc.LEFT), ("+", 2, pp.OpAssoc.LEFT)]
        )
        rows = row.parse_string("[" + ", ".join(f"{n}, [a, {n}.5, []]" for n in range(20)) + "]", parse_all=True)
        return rows.as_list(), rows.dump(), sums.parse_string("1 + -2 * (3 + 4 * 5)").as_list()

    return job


@package("PyYAML")
def pyyaml() -> Job:
    import yaml

    document = {
        f"key {n}": {"numbers": [n, n / 4, None], "text": f"line\nof {n}: 'x'", "deep": [{"a": [True, {}]}]}
        for n in range(12)
    }

    def job() -> Any:
        text = yaml.safe_dump(document, default_flow_style=None)
        return text, yaml.safe_load(text), yaml.safe_load("- &a {x: 1, y: 0o17}\n- *a\n- <<: *a\n  z: 2001-12-14\n")

    return job


@package("parso")
def parso() -> Job:
    from parso import load_grammar

    def job() -> Any:
        module = load_grammar().parse(SHORT_CODE, cache=False)
        return module.dump(), sorted(module.get_used_names()), [f.name.value for f in module.iter_funcdefs()]

    return job


@package("jedi")
def jedi() -> Job:
    import jedi

    jedi.settings.cache_directory = tempfile.mkdtemp()
    code = textwrap.dedent("""
        class Animal:
            def name(self): return "x"
            def parent(self): return Animal()

        def first(xs):
            for x in xs:
                return x

        first([Animal(), 1]).parent().na
    """)

    jedi.Script(code).complete(10, 32)  # parses the stubs of the standard library, 50 million instructions

    def job() -> Any:
        script = jedi.Script(code, environment=jedi.InterpreterEnvironment())
        names = [name.full_name for name in script.get_names(all_scopes=True, references=True)]
        return names, [completion.name for completion in script.complete(10, 32)], script.infer(10, 24)

    return job


@package("sqlglot")
def sqlglot() -> Job:
    import sqlglot
    from sqlglot.optimizer import optimize

    query = """
        WITH recent AS (SELECT id, total, user_id FROM orders WHERE date > '2020-01-01' AND 1 = 1)
        SELECT u.name, SUM(r.total) AS total, COUNT(*) FILTER (WHERE r.total > 10)
        FROM users AS u LEFT JOIN recent AS r ON u.id = r.user_id
        WHERE NOT (u.name LIKE 'A%' OR u.age BETWEEN 1 AND 2) AND EXISTS (SELECT 1 FROM banned AS b WHERE b.id = u.id)
        GROUP BY u.name HAVING SUM(r.total) > 100 ORDER BY total DESC LIMIT 10
    """
    schema = {
        "orders": {"id": "int", "total": "double", "user_id": "int", "date": "date"},
        "users": {"id": "int", "name": "text", "age": "int"},
        "banned": {"id": "int"},
    }

    def job() -> Any:
        optimized = optimize(sqlglot.parse_one(query), schema=schema)
        return optimized.sql(pretty=True), sqlglot.transpile(query, write="bigquery", pretty=True)

    return job


@package("sqlparse")
def sqlparse() -> Job:
    import sqlparse

    text = "select a.b, count(*) as n from t a join (select x from y where z in (1, 2)) q on a.i = q.i group by 1; " * 3
    return lambda: sqlparse.format(text, reindent=True, keyword_case="upper")


@package("textX")
def textx() -> Job:
    from textx import metamodel_from_str

    grammar = """
        Model: robots*=Robot;
        Robot: 'robot' name=ID '{' commands*=Command '}';
        Command: Move | Follow;
        Move: 'move' direction=Direction steps=INT?;
        Follow: 'follow' robot=[Robot];
        Direction: 'up' | 'down';
        Comment: /#.*$/;
    """
    text = "".join(f"robot r{n} {{ move up {n} # steps\n follow r{n // 2} move down }}\n" for n in range(20))

    def job() -> Any:
        model = metamodel_from_str(grammar).model_from_str(text)
        return [
            (robot.name, [command.robot.name for command in robot.commands if type(command).__name__ == "Follow"])
            for robot in model.robots
        ]

    return job


@package("pycparser")
def pycparser() -> Job:
    from pycparser.c_generator import CGenerator
    from pycparser.c_parser import CParser

    text = "typedef struct node { int value; struct node *next; } node;\n" + "".join(
        f"static void f{n}(const node *list, int (*g)(int), unsigned long k[{n + 1}])\n"
        "{ for (int i = 0; list && i < 9; i++) { if (list->value == i) g(i) * -2; list = list->next; } }\n"
        for n in range(8)
    )

    def job() -> Any:
        return CGenerator().visit(CParser().parse(text))

    return job


@package("ply")
def ply() -> Job:
    from ply import lex, yacc

    class Calculator:
        tokens = ("NUMBER", "PLUS", "TIMES", "LEFT", "RIGHT")
        precedence = (("left", "PLUS"), ("left", "TIMES"))
        t_PLUS = r"\+"
        t_TIMES = r"\*"
        t_LEFT = r"\("
        t_RIGHT = r"\)"
        t_ignore = " "

        def t_NUMBER(self, token: Any) -> Any:
            r"""\d+"""
            token.value = int(token.value)
            return token

        def t_error(self, token: Any) -> None:
            token.lexer.skip(1)

        def p_binary(self, p: Any) -> None:
            """Sum : Sum PLUS Sum
            | Sum TIMES Sum"""
            p[0] = (p[2], p[1], p[3])

        def p_group(self, p: Any) -> None:
            """Sum : LEFT Sum RIGHT"""
            p[0] = p[2]

        def p_number(self, p: Any) -> None:
            """Sum : NUMBER"""
            p[0] = p[1]

    def job() -> Any:
        calculator = Calculator()
        lexer = lex.lex(module=calculator)
        parser = yacc.yacc(module=calculator, write_tables=False, debug=False, errorlog=yacc.NullLogger())
        return parser.parse(" + ".join(f"{n} * ({n} + 1)" for n in range(60)), lexer=lexer)

    return job


@package("python-dateutil")
def dateutil() -> Job:
    from datetime import datetime

    from dateutil import parser, relativedelta, rrule

    def job() -> Any:
        start = datetime(2024, 1, 31)
        dates = list(rrule.rrule(rrule.MONTHLY, count=60, byweekday=(rrule.MO(1), rrule.FR(-1)), dtstart=start))
        texts = [parser.parse(date.strftime("%A, %d. %B %Y at %I:%M %p")) for date in dates]
        return texts, [start + relativedelta.relativedelta(months=n, weekday=rrule.TU) for n in range(24)]

    return job


# -- tools for Python code --------------------------------------------------------------------------------------------


@package("--no-binary black black")  # the wheels are compiled by mypyc
def black() -> Job:
    import black

    return lambda: black.format_str(UGLY_CODE, mode=black.Mode(line_length=60))


@package("yapf")
def yapf() -> Job:
    from yapf.yapflib.yapf_api import FormatCode

    return lambda: FormatCode(SHORT_CODE, style_config="google")


@package("autopep8")
def autopep8() -> Job:
    import autopep8

    return lambda: autopep8.fix_code(UGLY_CODE, options={"max_line_length": 60})


@package("isort<9")  # compiled by mypyc from then on
def isort() -> Job:
    import isort

    text = "".join(f"from package{n % 7}.module import name{n}, o{n}  # note\nimport m{n}\n" for n in range(20))
    return lambda: isort.code(text, profile="black", force_sort_within_sections=True)


@package("pycodestyle")
def pycodestyle() -> Job:
    import pycodestyle

    lines = UGLY_CODE.splitlines(keepends=True)

    def job() -> Any:
        guide = pycodestyle.StyleGuide(quiet=True, config_file=None, max_line_length=60)
        found = guide.input_file("decoder.py", lines=lines)
        return found, guide.options.report.counters

    return job


@package("pyflakes")
def pyflakes() -> Job:
    import ast

    from pyflakes.checker import Checker

    def job() -> Any:
        text = CODE + "\nimport unused\ndef f():\n    local = undefined\n"
        return [str(message) for message in Checker(ast.parse(text), filename="decoder.py").messages]

    return job


@package("astroid")
def astroid() -> Job:
    import astroid

    def job() -> Any:
        module = astroid.parse(SHORT_CODE, module_name="strings")
        calls = list(module.nodes_of_class(astroid.nodes.Call))
        inferred = []
        for call in calls:
            try:
                inferred.append(str(call.func.inferred()))
            except astroid.InferenceError as error:
                inferred.append(repr(error))
        return module.as_string(), module.repr_tree(max_depth=3), inferred

    return job


# -- applications -----------------------------------------------------------------------------------------------------


@package("click")
def click() -> Job:
    import click
    from click.testing import CliRunner

    @click.group()
    @click.option("--verbose", "-v", count=True)
    @click.pass_context
    def cli(context: click.Context, verbose: int) -> None:
        """Group of commands."""
        context.obj = verbose

    @cli.command()
    @click.argument("names", nargs=-1, required=True)
    @click.option("--times", type=click.IntRange(1, 5), default=1, show_default=True, help="How often.")
    @click.option("--shout/--whisper", default=False)
    @click.pass_obj
    def greet(verbose: int, names: tuple[str, ...], times: int, shout: bool) -> None:
        """Greet NAMES."""
        for name in names * times:
            click.secho(name.upper() if shout else name, fg="red", bold=bool(verbose))

    def job() -> Any:
        runner = CliRunner()
        lines = ["--help", "greet --help", "-vv greet a b --times 3 --shout", "greet", "greet x --times 9", "nothing"]
        results = [runner.invoke(cli, line.split(), color=True) for line in lines * 4]
        return [(result.exit_code, result.output) for result in results]

    return job


@package("Flask")
def flask() -> Job:
    import flask

    def job() -> Any:
        app = flask.Flask("app", root_path=tempfile.gettempdir())
        app.secret_key = "secret"

        @app.route("/rows/<int:n>", methods=["GET", "POST"])
        def rows(n: int) -> Any:
            if flask.request.method == "POST":
                flask.flash("posted")
                return flask.redirect(flask.url_for("rows", n=n + 1))
            return flask.render_template_string("{% for x in range(n) %}<p>{{ x }}{% endfor %}", n=n)

        @app.route("/json")
        def as_json() -> Any:
            return flask.jsonify(query=flask.request.args.to_dict(), agent=flask.request.user_agent.string)

        client = app.test_client()
        paths = ["/rows/3", "/json?a=1&b=%3C", "/nothing", "/rows/x"]
        answers = [client.get(path) for path in paths * 2] + [client.post("/rows/4", data={"x": "1"})]
        return [(answer.status, answer.data, answer.content_type) for answer in answers]

    return job


@package("trio")
def trio() -> Job:
    import trio
    from trio.testing import MockClock

    async def produce(send: Any, count: int) -> None:
        async with send:
            for n in range(count):
                await trio.sleep(n % 3)
                await send.send(n)

    async def consume(receive: Any, got: list[Any]) -> None:
        async with receive:
            async for item in receive:
                with trio.move_on_after(0.5) as scope:
                    await trio.sleep(item % 2)
                got.append((item, scope.cancelled_caught, trio.current_time()))

    async def main() -> Any:
        got: list[Any] = []
        send, receive = trio.open_memory_channel[int](2)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(produce, send, 60)
            nursery.start_soon(consume, receive, got)
        try:
            with trio.fail_after(1):
                await trio.sleep_forever()
        except trio.TooSlowError as error:
            got.append(repr(error))
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(consume, None, got)
                await trio.sleep(9)
        except* AttributeError as group:
            got.append(repr(group.exceptions))
        except* TypeError as group:
            got.append(repr(group.exceptions))
        return got

    def job() -> Any:
        trio._core._run._r.seed(1)  # the order of the tasks of a turn is drawn
        return trio.run(main, clock=MockClock(autojump_threshold=0))

    return job


@package("attrs")
def attrs() -> Job:
    import attrs

    def job() -> Any:
        @attrs.define(order=True)
        class Point:
            x: int = attrs.field(converter=int, validator=attrs.validators.ge(0))
            y: int = attrs.field(default=0, on_setattr=attrs.setters.validate)
            tags: list[str] = attrs.Factory(list)

            @y.validator
            def check(self, attribute: Any, value: int) -> None:
                if value > 90:
                    raise ValueError(attribute.name)

        @attrs.frozen
        class Line:
            start: Point
            end: Point = attrs.field(factory=lambda: Point(9))

        points = [Point(str(n), n % 7, ["t"]) for n in range(60)]
        lines = [Line(one, attrs.evolve(one, x=one.x + 1)) for one in points] + [Line(points[0])]
        try:
            points[0].y = 100
        except ValueError as error:
            lines.append(error)
        return sorted(points, key=lambda p: (p.y, p))[:9], [attrs.asdict(line) for line in lines[:-1]], lines[-1]

    return job


@package("marshmallow")
def marshmallow() -> Job:
    from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

    def job() -> Any:
        class Author(Schema):
            name = fields.Str(required=True, validate=validate.Length(min=2))
            email = fields.Email()

        class Book(Schema):
            title = fields.Str(required=True)
            price = fields.Decimal(places=2)
            author = fields.Nested(Author)
            tags = fields.List(fields.Str(validate=validate.OneOf(["a", "b"])))

            @validates_schema
            def not_free(self, data: dict[str, Any], **kwargs: Any) -> None:
                if not data.get("price", 1):
                    raise ValidationError("too cheap", "price")

            @post_load
            def make(self, data: dict[str, Any], **kwargs: Any) -> Any:
                return sorted(data)

        book = {"title": "T", "price": "1.234", "author": {"name": "Jo", "email": "j@example.org"}, "tags": ["a"]}
        wrong = {"price": "0", "author": {"name": "J", "email": "?"}, "tags": ["c"]}
        results: list[Any] = []
        for data in [book, wrong, book | {"price": 0}] * 6:
            try:
                results.append(Book().load(data))
            except ValidationError as error:
                results.append(error.messages)
        return results, Book(many=True).dump([book] * 5)

    return job


@package("Faker")
def faker() -> Job:
    from faker import Faker

    def job() -> Any:
        fake = Faker("en_US")
        fake.seed_instance(1)
        return [(fake.name(), fake.address(), fake.text(60), fake.ipv4(), fake.random_int()) for _ in range(20)]

    return job


@package("toolz")
def toolz() -> Job:
    from toolz import compose, curried, curry, groupby, memoize, merge_with, pipe, reduceby, sliding_window, thread_last

    @curry
    def power(n: int, x: int) -> int:
        return x**n

    def job() -> Any:
        fib = memoize(lambda n: n if n < 2 else fib(n - 1) + fib(n - 2))
        return (
            pipe(range(300), curried.map(power(2)), curried.filter(lambda x: x % 3), sum),
            groupby(compose(len, str), range(500)),
            reduceby(lambda x: x % 5, lambda a, b: a + b, range(1000), 0),
            merge_with(sum, *({n % 7: n, n % 3: 1} for n in range(200))),
            thread_last(range(100), (sliding_window, 3), (map, sum), list),
            fib(60),
        )

    return job


@package("more-itertools")
def more_itertools() -> Job:
    import more_itertools as more

    def job() -> Any:
        peekable = more.peekable(range(1000))
        runs = []
        while peekable:
            runs.append((peekable.peek(), more.take(7, peekable), peekable[:2]))
        return (
            runs,
            list(more.windowed(range(300), 4, step=3)),
            list(more.split_when(range(400), lambda a, b: b % 9 == 0)),
            [list(group) for group in more.consecutive_groups(n for n in range(600) if n % 5)],
            list(more.interleave_longest(*(range(n) for n in range(20)))),
            list(more.set_partitions(range(6), 3)),
            more.bucket(range(100), key=lambda n: n % 4)[2].__class__.__name__,
            list(more.collapse([1, [2, [3, [4] * 50]]])),
        )

    return job


@package("hypothesis")
def hypothesis() -> Job:
    from hypothesis import HealthCheck, find, given, settings
    from hypothesis import strategies as st

    calm = settings(
        max_examples=10, database=None, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
    )

    def job() -> Any:
        seen: list[Any] = []

        @calm
        @given(st.lists(st.integers(-5, 5) | st.text("ab", max_size=3), max_size=4))
        def test(xs: list[Any]) -> None:
            seen.append(xs)

        test()
        smallest = find(st.lists(st.integers(0, 99)), lambda xs: sum(xs) > 60, settings=calm, random=random.Random(1))
        return seen, smallest

    return job


if __name__ == "__main__":
    sys.exit(main(PACKAGES, sys.argv[1:]))
