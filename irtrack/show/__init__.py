"""Arranging nodes on a page, in a notebook, in a picture. Imported by the entry points and the command line alone.

page.py says which lines a page has, as spans of record/nodes/text.py; printing, HTML and rich's own classes show the
same characters. graph.py says which boxes and arrows a picture has; dot.py, mermaid.py and networkx.py write it.
"""
