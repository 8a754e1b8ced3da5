"""Contexts: what is entered and what is kept, and hooks, which are asked while a program is recorded."""
