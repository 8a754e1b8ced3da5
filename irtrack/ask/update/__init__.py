"""Partial re-evaluation.

update.py      `update`, and what it reports
history.py     in which order things ran, and what made, wrote and used which object
touch.py       to which objects a node writes
outside.py     to which ones functions may that have not run, by writes.py and named.py
watch.py       whether what lies outside was written to, and putting it back
plan.py        what has to run again, as far as control goes where it went
rerun.py       going through a call again, and the calls within it
along.py       as long as control goes where it went
onward.py      where it goes elsewhere
turns.py       what was recorded there, in the same turns of loops
execution.py   executing statements
results.py     what impure primitives gave: what stands, what is had again
alike.py       whether a draw is given what it was
frame.py       names and variables of a frame
evaluate.py    what statements do with values
copies.py      what is taken over
"""
