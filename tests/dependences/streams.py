"""Objects written in C that hold a stream, and write to it, in methods that are not called."""

import csv
import io
import pickle


class Rows:
    def __init__(self, stream):
        self.writer = csv.writer(stream)

    def add(self, row):
        self.writer.writerow(row)

    def add_all(self, rows):
        for row in rows:
            self.add(row)


class Dump:
    def __init__(self, stream):
        self.pickler = pickle.Pickler(stream)

    def add(self, value):
        self.pickler.dump(value)


class Names:
    def __init__(self, stream):
        self.writer = csv.DictWriter(stream, ["a"])

    def add(self, value):
        self.writer.writerow({"a": value})


class Text:
    def __init__(self, raw):
        self.text = io.TextIOWrapper(raw, write_through=True)

    def add(self, text):
        self.text.write(text)


class Buffer:
    def __init__(self, raw):
        self.raw = io.BufferedWriter(raw)

    def add(self, value):
        self.raw.write(value)
        self.raw.flush()


class Raw(io.RawIOBase):
    def __init__(self):
        super().__init__()
        self.seen = []

    def writable(self):
        return True

    def write(self, data):
        self.seen.append(len(data))
        return len(data)


def of_a_csv_writer(a, b, x):
    out = io.StringIO()
    rows = Rows(out)
    if a > 1:
        rows.add([b])
    return out.getvalue()


def of_a_csv_writer_in_a_list(a, b, x):
    out = io.StringIO()
    writers = [csv.writer(out)]

    def add(row):
        writers[0].writerow(row)

    if a > 1:
        add([b])
    return out.getvalue()


def of_a_pickler(a, b, x):
    out = io.BytesIO()
    dump = Dump(out)
    if a > 1:
        dump.add(b)
    return out.getvalue()
