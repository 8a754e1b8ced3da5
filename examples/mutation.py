"""Monthly budgets are told in percent, and afterwards the budgets themselves are in percent: who changed them?

Run this file to be told.
"""

BUDGETS = {
    "Ada": {"rent": 900.0, "food": 300.0, "books": 300.0},
    "Ben": {"rent": 700.0, "food": 250.0, "music": 50.0},
}


def total(budget: dict[str, float]) -> float:
    return sum(budget.values())


def with_rest(budget: dict[str, float], income: float) -> dict[str, float]:
    """The same, and what is left of an income."""
    whole = dict(budget)
    whole["rest"] = income - total(budget)
    return whole


def in_percent(budget: dict[str, float]) -> dict[str, float]:
    whole = total(budget)
    for name in budget:
        budget[name] = round(100 * budget[name] / whole, 1)
    return budget


def table(budget: dict[str, float]) -> str:
    return ", ".join(f"{name} {part} %" for name, part in sorted(budget.items()))


def report(budgets: dict[str, dict[str, float]], income: float) -> list[str]:
    """A line for each person."""
    lines = []
    for person, budget in budgets.items():
        lines.append(f"{person}: {table(in_percent(with_rest(budget, income)))}")
        lines.append(f"without the rest: {table(in_percent(budget))}")
    return lines


def run() -> list[str]:
    return report({person: dict(budget) for person, budget in BUDGETS.items()}, 2000.0)


if __name__ == "__main__":
    from irtrack import effects, track

    print(effects(track(report, BUDGETS, 2000.0)).of("argument"))
