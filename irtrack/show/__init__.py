"""Arranging nodes on a page. Imported by the entry points alone."""
