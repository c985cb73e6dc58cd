"""Settings of all tests."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: compiles the engine anew, which takes many seconds")
