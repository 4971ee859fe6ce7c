"""The command that serves a classroom; what it serves is looked at in tests/browser/test_classroom.py."""

import socket
import sys

import pytest

from psy.report import serve as serve_module
from psy.report.command import main
from psy.report.serve import board, free_port


def test_it_listens_to_this_machine_only_unless_told(monkeypatch):
    called = []
    monkeypatch.setattr("psy.report.serve.serve", lambda *call: called.append(call))
    assert main(["serve"]) == 0
    assert main(["serve", "--ip=0.0.0.0", "--port=8080", "--most=20", "--no-browser"]) == 0
    assert called == [("localhost", 8866, None, True), ("0.0.0.0", 8080, 20, False)]


def test_without_voila_it_says_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "voila", None)
    assert main(["serve"]) == 2
    assert "pip install 'psy[serve]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--port=65536", "--port=65536: a port is a whole number from 1 to 65535"),
        ("--port=0", "--port=0: a port is a whole number from 1 to 65535"),
        ("--most=0", "--most=0: at least 1 page has to be live"),
        # An address that is set aside for examples, so no machine has it.
        (
            "--ip=203.0.113.7",
            "--ip=203.0.113.7: this machine has no such address; try localhost or 0.0.0.0",
        ),
        ("--ip=here!", "--ip=here!: this machine has no such address; try localhost or 0.0.0.0"),
    ],
)
def test_a_wrong_call_is_one_line(capsys, option, message):
    assert main(["serve", "--no-browser", option]) == 2
    assert capsys.readouterr() == ("", f"psy: {message}\n")


def test_the_next_port_is_taken_if_somebody_listens_there():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert free_port("127.0.0.1", port) > port


def test_the_board_names_the_addresses_of_this_machine_in_the_network(monkeypatch):
    address = type("Address", (), {"family": socket.AF_INET})
    lan, loop, lost = (address() for _ in range(3))
    lan.address, loop.address, lost.address = "192.168.1.5", "127.0.0.1", "169.254.3.3"
    monkeypatch.setattr(serve_module.psutil, "net_if_addrs", lambda: {"lo": [loop], "wlan": [lan, lost]})
    assert board("0.0.0.0", 80) == ["Write on the board:", "    http://192.168.1.5:80/"]
    assert board("192.168.1.5", 80) == ["Write on the board: http://192.168.1.5:80/"]
    assert "http://[::1]:80/ on this machine" in board("::1", 80)[0]
