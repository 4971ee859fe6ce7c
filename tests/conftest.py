"""Settings of all tests."""

import pytest
from hypothesis import settings

# A busy machine is no fault of the code: properties are judged by their truth, never by their time.
settings.register_profile("psy", deadline=None)
settings.load_profile("psy")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items):
    """Keep what shares its fixtures in one of several processes: a file, or all that use a browser."""
    for item in items:
        together = "browser" if item.get_closest_marker("browser") else str(item.path)
        item.add_marker(pytest.mark.xdist_group(together))
