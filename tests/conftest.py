"""Settings of all tests."""

from hypothesis import settings

# A busy machine is no fault of the code: properties are judged by their truth, never by their time.
settings.register_profile("psy", deadline=None)
settings.load_profile("psy")
