"""A calculator: a recursive-descent parser that evaluates as it reads.

    expression = term (("+" | "-") term)*
    term = factor (("*" | "/") factor)*
    factor = NUMBER | "-" factor | "(" expression ")"

The nested calls of its record are the syntax tree of what it read.
"""

import re
from dataclasses import dataclass

TOKEN = re.compile(r"\s*(?:(\d+\.?\d*)|(.))")


@dataclass(frozen=True, slots=True)
class Token:
    """A number, or a symbol."""

    kind: str
    text: str


END = Token("end", "")


class CalculatorError(ValueError):
    """The text is no expression."""


def tokenize(text: str) -> list[Token]:
    tokens = []
    for number, symbol in TOKEN.findall(text.strip()):
        tokens.append(Token("number", number) if number else Token("symbol", symbol))
    return tokens


class Parser:
    """Reads tokens from left to right, one method for each rule of the grammar."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.position = 0

    def peek(self) -> Token:
        """The next token, not yet taken."""
        return self.tokens[self.position] if self.position < len(self.tokens) else END

    def take(self) -> Token:
        """The next token, which it moves past."""
        token = self.peek()
        self.position += 1
        return token

    def expression(self) -> float:
        """A sum of terms."""
        value = self.term()
        while self.peek().text in ("+", "-"):
            if self.take().text == "+":
                value += self.term()
            else:
                value -= self.term()
        return value

    def term(self) -> float:
        """A product of factors."""
        value = self.factor()
        while self.peek().text in ("*", "/"):
            if self.take().text == "*":
                value *= self.factor()
            else:
                value /= self.factor()
        return value

    def factor(self) -> float:
        """A number, the negative of a factor, or an expression in parentheses."""
        token = self.take()
        if token.kind == "number":
            return float(token.text)
        if token.text == "-":
            return -self.factor()
        if token.text == "(":
            value = self.expression()
            if self.take().text != ")":
                raise CalculatorError("a parenthesis is not closed")
            return value
        raise CalculatorError(f"expected a number, found {token.text or 'the end'!r}")


def calculate(text: str) -> float:
    parser = Parser(tokenize(text))
    value = parser.expression()
    if parser.peek() is not END:
        raise CalculatorError(f"expected an operator, found {parser.peek().text!r}")
    return value


def run() -> list[float]:
    return [calculate("2 * (3 + 4)"), calculate("1 - 2 - -3"), calculate("(1.5 + 2.5) / (7 - 3 * 2)")]


if __name__ == "__main__":
    from irtrack import printlevels, track

    printlevels(track(calculate, "2 * (3 + 4)"), levels=2)
