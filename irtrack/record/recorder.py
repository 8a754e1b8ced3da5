"""A recorder: a log, and the code that appends to it.

Code objects hold the log as a constant, so a recorder is lent to one recording at a time from a small pool; nested and
concurrent recordings take another. Its code stays warm from one recording to the next.

The code for one context is a binding (binding.py). What its inserted instructions call: `resolve` (calls.py: the
callable to call instead), `admit` (3.11, 3.12: what a method lookup gives for a class), `ask` and `iterate`
(operations.py: what runs behind an operation), `collect` and `look` (callers.py: what C code calls). Of what callables
are, callables.py knows, of operations behind/; lending.py says which functions run rewritten code themselves, and
budget.py how many bytes of arrays are kept, exports.py what must not be.
"""

import itertools
import operator
import weakref
from _thread import get_ident
from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any

from ..cpython.marks import Mark
from ..cpython.sites import HookedCall, OperandSite, Recording, Site
from ..cpython.template import Bound, LogList
from .budget import Budget
from .classes import class_name
from .contexts.context import DEFAULT, Context
from .entering.binding import Binding
from .exports import Exports
from .flight import Flight
from .loans import Loans
from .log import Log, Seen, whole
from .values import described

_SHORT = 64  # entries
_MANY = 64  # bindings that are kept from one recording to the next


class Recorder:
    """A log and the code bound to it."""

    def __init__(self) -> None:
        self.log = LogList()
        self.reference = weakref.ref(self)
        self.history: list[Seen] = []  # what sites have begun to call, of this recording
        self.filled: list[Site | OperandSite | HookedCall] = []  # sites to clear when the recording ends
        self.learned = False  # has a binding something to forget then?
        self.makes_twins = False  # does code that makes functions make their twins, too?
        self.behind: dict[Mark, tuple[list[int], list[Any]]] = {}  # of this recording
        self.called: list[Any] = []  # what `collect` is about to be called for, if nothing raises
        self.recording = Recording()
        self.thread: int | None = None  # as of the recording, also where that has none for a moment
        self.loans = Loans(self.recording)
        stops = map(operator.attrgetter("alive.clear"), itertools.repeat(self.recording))
        self.stop = partial(next, map(operator.call, stops))
        self.last: weakref.ref[Any] | None = None  # the Log that uses our list
        # What a weak reference calls must be in C: an interrupt that arrived in Python code would be lost there.
        # This is `log.clear()` for whatever argument; called only while a finished record is the log's last user.
        self.clear_log = partial(next, map(operator.methodcaller("clear"), itertools.repeat(self.log)))
        self.lost: weakref.ref[Any] | None = None  # the Log of a recording that goes on
        self.budget = Budget(self.log)
        self.exports = Exports(self)
        self.initial: list[tuple[Any, Any]] = []  # what came from outside, and what it held then
        # nodes whose values hooks have exchanged, whether they were run before, and what these values held then
        self.exchanged: list[tuple[Any, bool, list[tuple[Any, Any]]]] = []
        self.copies: dict[int, Any] = {}  # of values, by their positions, if the context wants them
        self.max_entries: int | None = None  # of this recording, whatever contexts its calls have
        self.flight = Flight(self)
        self.hooked = False  # may hooks have made nodes, which then lie in the log?
        self.draft: Log | None = None  # of a recording with hooks, while it goes on,
        self.root: Any = None  # the node of its root, as a hook has made it, and calls that run, by their starts
        self.running: dict[int, Any] = {}
        self.bindings: dict[object, Binding] = {}
        self.default = self.binding(DEFAULT)

    def enter(self, mark: Mark, f: FunctionType) -> None:
        """Frames that begin with the mark are those of `f` from now on."""
        positions, functions = self.behind.setdefault(mark, ([], []))
        if not functions or functions[-1] is not f:
            positions.append(len(self.log))
            functions.append(f)

    def binding(self, context: Context) -> Binding:
        key = context.key() if context is not DEFAULT else None
        bound = Bound.STOP if self.max_entries is not None else Bound.CUT if self.flight.keep_last else Bound.NONE
        bounded = key, bound, self.max_entries
        try:
            found = self.bindings.get(bounded)
        except TypeError as error:
            message = f"{class_name(type(context))}.key() returns something that has a hash, not {described(key)}"
            raise TypeError(message) from error
        if found is None:
            found = self.bindings[bounded] = Binding(self, context, bound)
        found.context = context
        if found.hooked is not None:
            self.hooked = True
        return found

    def drafted(self) -> Log:
        """The Log of the recording that goes on, which the nodes have that hooks make."""
        found = self.draft
        if found is None and self.lost is not None:
            found = self.lost()
        if found is None:
            found = self.draft = Log(self.log, DEFAULT)
            found.decoded = {}  # it grows
            found.history, found.behind, found.copies = self.history, self.behind, self.copies
        if found.drafts is None:
            found.drafts = {}
        log: Log = found
        return log

    def ended_log(self, context: Context) -> tuple[Log, Any]:
        """The Log of the recording, when its root has ended; and the root that a hook has made, if one has."""
        draft, self.draft = self.draft, None
        root, self.root = self.root, None
        if draft is None:
            return Log(self.log, context), root
        draft.context = context
        draft._ends = draft.scan = None
        draft.decoded = draft.decoded or None
        self.running.clear()
        return draft, root

    def begin(self, context: Context) -> Binding:
        """Take the log for a recording; a record that still lives gets a copy of what it used."""
        if self.last is not None:
            owner = self.last()
            if owner is not None:
                owner.detach()
            self.last = None
        self.log.clear()
        self.initial, self.exchanged, self.copies = [], [], {}
        if self.history or self.behind or self.filled:  # an interrupt lost a recording, or our code ran without one
            self.history, self.behind = [], {}
            self.forget(over=True)
        self.budget.restart(context.max_bytes)
        self.exports.restart()
        if self.flight.keep_last:  # of a recording that an interrupt lost
            self.flight.end()
        self.recording.alive = []
        self.recording.raised = self.hooked = False
        self.thread = self.recording.thread = get_ident()
        self.draft = self.root = None
        if len(self.bindings) > _MANY:  # of contexts that differ each time
            self._drop_bindings()
        for binding in self.bindings.values():
            if len(binding.codes) > binding.most:
                binding.restart()
        if context is DEFAULT:
            if self.max_entries is not None:  # of a recording that an interrupt lost
                self.max_entries = None
            return self.default
        self.max_entries = context.max_entries
        self.recording.cut = False
        if context.keep_last is not None:
            self.flight.begin(context.keep_last)
        return self.binding(context)

    def _drop_bindings(self) -> None:
        for key, binding in list(self.bindings.items()):
            if binding is not self.default:
                binding.dissolve()
                del self.bindings[key]

    def forget(self, *, over: bool = False) -> None:
        """Let every site and every binding look again what to call; `over`: is the recording?"""
        if not self.filled and not self.learned and not self.makes_twins:
            return
        for site in self.filled:
            site.clear()
        for binding in self.bindings.values():
            binding.forget(over=over)
        self.filled.clear()
        self.learned = any(binding.gates for binding in self.bindings.values())

    def settle(self) -> None:
        """Let no function of the program have rewritten code any more; may be called again if it was interrupted."""
        self.loans.recall()
        self.called.clear()
        self.thread = self.recording.thread = None

    def quietly(self, method: Callable[..., Any], *arguments: Any) -> Any:
        """Call a method of a context: what that runs is no part of the program."""
        recording = self.recording
        thread, recording.thread = recording.thread, None
        try:
            return method(*arguments)
        finally:
            recording.thread = thread

    def cut(self, owner: Any) -> None:
        """Drop what was appended to the log of `owner` (a Log) when it was full."""
        if self.max_entries is not None and (self.recording.cut or len(self.log) > self.max_entries):
            del self.log[whole(self.log, self.max_entries) :]
            owner.cut = f"max_entries={self.max_entries}"

    def end(self, owner: Any) -> None:
        """Give the log to `owner` (a Log), forget everything else of the recording, and go back to the pool.

        A short one is copied, which costs less than to lend it. So is one with an exception, or with nodes that hooks
        have made: from these frames and nodes lead to whoever has the record, so our list would keep its user alive.
        """
        self.settle()
        self.forget(over=True)
        if self in _going_on:
            _going_on.remove(self)
        self.lost = owner.recorder = None
        if self.initial:
            owner.initial, self.initial = self.initial, []
        if self.exchanged:
            owner.exchanged, self.exchanged = self.exchanged, []
        if self.copies:
            owner.copies, self.copies = self.copies, {}
        self.recording.alive.clear()
        if self.max_entries is not None:
            self.cut(owner)
            self.max_entries = None
        if self.flight.keep_last:
            self.flight.tell(owner)
            self.flight.end()
        if self.budget.swept:
            self.budget.sweep()
        if self.history:
            owner.history, self.history = self.history, []
        if self.behind:
            owner.behind, self.behind = self.behind, {}
        if self.recording.raised or self.hooked or len(self.log) < _SHORT:
            owner.entries = self.log.copy()
            self.log.clear()
        else:
            self.last = weakref.ref(owner, self.clear_log)
        give_back(self)

    def go_on(self, owner: Any) -> None:
        """Lend the log to `owner` (a Log) while it lives, or until `end`: what `track` returned still runs."""
        self.settle()
        if self.flight.keep_last:
            self.flight.tell(owner)
            self.flight.end()
        owner.initial, self.initial = self.initial, []
        owner.exchanged, owner.copies = self.exchanged, self.copies
        owner.recorder, owner.history, owner.behind = self, self.history, self.behind
        owner.decoded = owner.decoded or {}
        self.last = weakref.ref(owner, self.clear_log)
        self.lost = weakref.ref(owner, self.stop)
        _going_on.append(self)

    def dissolve(self) -> None:
        """Let go of all that is bound to the log, whose user is gone; frames that go on may still hold it.

        It is not used again, since one of these may be running. Code objects are no part of what the garbage collector
        looks at, so that no cycle may lead through one.
        """
        self.settle()
        self.forget(over=True)
        for binding in self.bindings.values():
            binding.dissolve()
        self.flight.codes.clear()
        self.loans.close()


_pool: list[Recorder] = []  # recorders that nobody uses
_going_on: list[Recorder] = []  # those of what still ran when `track` returned


def _dissolve_lost() -> None:
    for recorder in _going_on.copy():
        if recorder.lost is None or recorder.lost() is None:
            try:
                _going_on.remove(recorder)
            except ValueError:  # another thread was faster
                continue
            recorder.dissolve()


def take() -> Recorder:
    """A recorder that nobody uses."""
    if _going_on:
        _dissolve_lost()
    try:
        recorder = _pool.pop()
    except IndexError:
        return Recorder()
    if recorder.last is not None and recorder.last() is None and recorder.log:
        # the collector has freed the last record and has still to call what clears the log: it has called us first
        fresh = Recorder()
        give_back(recorder)
        return fresh
    return recorder


def give_back(recorder: Recorder) -> None:
    """Nobody uses the recorder any more."""
    _pool.append(recorder)
