"""A package, so that the browser is closed, and its event loop gone, before the next folder is tested."""
