"""Parcels that are too heavy for the post go by freight. One of 9 kilograms does: which branch was wrong, and why?

Run this file to be told.
"""

from dataclasses import dataclass

ORDERS = """\
number weight country
1001   2      DE
1002   100    FR
1003   9      CH
1004   35     DE
"""
HEAVIEST = "20"  # kilograms that the post takes
HOME = "DE"


@dataclass
class Order:
    """A line of the list."""

    number: int
    weight: str
    country: str


def read(text: str) -> list[Order]:
    orders = []
    for line in text.splitlines()[1:]:
        number, weight, country = line.split()
        orders.append(Order(int(number), weight, country))
    return orders


def carrier(order: Order, heaviest: str) -> str:
    label = "domestic" if order.country == HOME else "international"
    if order.weight > heaviest:
        return f"freight {label}"
    return f"post {label}"


def price(order: Order, by: str) -> float:
    """Euros; what goes abroad costs more, and freight has a basic price."""
    rate = 0.9 if order.country == HOME else 1.4
    basic = 25.0 if by.startswith("freight") else 3.0
    return basic + rate * float(order.weight)


def ship(text: str, heaviest: str = HEAVIEST) -> dict[int, tuple[str, float]]:
    """For each order how it is sent, and what that costs."""
    shipped = {}
    for order in read(text):
        by = carrier(order, heaviest)
        shipped[order.number] = by, round(price(order, by), 2)
    return shipped


def run() -> dict[int, tuple[str, float]]:
    return ship(ORDERS)


if __name__ == "__main__":
    from irtrack import track, why_reached

    print(why_reached(track(ship, ORDERS), "wrong_branch.py:39"))
