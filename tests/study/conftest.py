"""Every test of studies has a cache of its own."""

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PSY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"
