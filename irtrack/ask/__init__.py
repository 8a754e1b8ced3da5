"""Questions about a record.

    irtrack.backward_slice(node)        all that a node depends on, by data and control, across calls and memory

It may know all of `record`, but nothing of how things are arranged on a page.
"""
