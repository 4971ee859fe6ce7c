"""Notebook to one self-contained HTML page, and the command line."""
