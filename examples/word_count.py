"""The most frequent words of a text: strings, a dictionary, and a sort with a key function."""

from pathlib import Path

ALICE = Path(__file__).parent / "data" / "alice.txt"


def words_of(line: str) -> list[str]:
    words = []
    for part in line.lower().split():
        word = part.strip(".,:;!?()`'\"-")
        if word:
            words.append(word)
    return words


def word_count(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in text.splitlines():
        for word in words_of(line):
            counts[word] = counts.get(word, 0) + 1
    return counts


def most_common(counts: dict[str, int], k: int) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:k]


def run() -> list[tuple[str, int]]:
    return most_common(word_count(ALICE.read_text(encoding="utf-8")), 10)


if __name__ == "__main__":
    from irtrack import printlevels, track

    printlevels(track(word_count, "The cat saw the dog."), levels=2)
