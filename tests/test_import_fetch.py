"""Fetching a law book: only what was asked for, from where it may be fetched, and not for ever."""

import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from corpus import fetch as fetching
from corpus.errors import ImportRefused
from corpus.fetch import Manners, fetch

OURS = Manners(plain_http=True, private=True, most_bytes=1 << 20, seconds=2.0)
"""As a club fetches from a server of its own."""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        status, headers, body = self.server.answers.get(self.path, (404, {}, b""))
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            if value is not None:
                self.send_header(name, value)
        self.end_headers()
        for part in body if isinstance(body, list) else [body]:
            self.server.pause.wait(0.4 if isinstance(body, list) else 0)
            try:
                self.wfile.write(part)
            except OSError:
                return

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.answers, server.pause = {}, threading.Event()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    server.at = f"http://127.0.0.1:{server.server_port}"
    yield server
    server.pause.set()
    server.shutdown()
    thread.join()
    server.server_close()


PDF = {"Content-Type": "application/pdf"}


def test_a_file_is_fetched(server):
    server.answers["/laws.pdf?v=2"] = (200, PDF, b"%PDF-1.7")
    fetched = fetch(f"{server.at}/laws.pdf?v=2", OURS)
    assert (fetched.address, fetched.data) == (f"{server.at}/laws.pdf?v=2", b"%PDF-1.7")


def test_a_redirect_is_followed(server):
    server.answers["/old"] = (301, {"Location": "/new"}, b"")
    server.answers["/new"] = (200, {"Content-Type": "text/plain; charset=utf-8"}, b"LAW 1")
    assert fetch(f"{server.at}/old", OURS).address == f"{server.at}/new"


ADDRESSES = [
    ("http://example.org/laws.pdf", "begins with https://", "plain http"),
    ("ftp://example.org/laws.pdf", "begins with https://", "another protocol"),
    ("file:///etc/passwd", "begins with https://", "a file"),
    ("https://", "begins with https://", "no host"),
    ("laws.pdf", "begins with https://", "no address"),
    ("https://example.org:99999/", "is no address", "a port that can't be"),
    ("https://[::1", "is no address", "brackets that don't close"),
    ("https://me:secret@example.org/", "without a user's name", "a password in it"),
    ("https://example.org/a b", "without a user's name, spaces", "a space"),
    ("https://example.org/%0d%0aHost:x", "control characters", "a header smuggled in"),
    ("https://127.0.0.1/laws.pdf", "no public one", "this machine"),
    ("https://localhost/laws.pdf", "no public one", "this machine by name"),
    ("https://[::1]/laws.pdf", "no public one", "this machine in IPv6"),
    ("https://[::ffff:10.0.0.1]/", "no public one", "a private address within IPv6"),
    ("https://[2002:7f00:1::]/", "no public one", "this machine within 6to4"),
    ("https://10.1.2.3/", "no public one", "a private network"),
    ("https://192.168.1.1/", "no public one", "a router"),
    ("https://169.254.169.254/latest/meta-data", "no public one", "a cloud's own data"),
    ("https://0.0.0.0/", "no public one", "any address"),
    ("https://2130706433/", "no public one", "this machine as one number"),
    ("https://[64:ff9b::7f00:1]/", "no public one", "this machine behind a translator"),
    ("https://224.0.0.1/", "no public one", "many machines"),
    ("https://name.invalid/", "its name is not known", "a name that nobody has"),
]


@pytest.mark.parametrize(("address", "found", "why"), ADDRESSES, ids=[row[2] for row in ADDRESSES])
def test_addresses_that_are_not_asked(address, found, why):
    with pytest.raises(ImportRefused, match=found):
        fetch(address, Manners(seconds=5.0))


ANSWERS = [
    (404, {}, b"", "the server answers 404", "nothing there"),
    (200, {"Content-Type": "text/html"}, b"<html>", "is text/html; expected a PDF or plain text", "a web page"),
    (200, {**PDF, "Content-Length": str(3 << 20)}, b"", "has 3 MB; expected at most 1", "too large, and says so"),
    (200, {**PDF, "Content-Length": None}, b"x" * (2 << 20), "sends more than 1 MB", "too large, and doesn't say so"),
    (
        200,
        {**PDF, "Content-Length": "900"},
        b"%PDF",
        "was cut short: 4 of 900 bytes came|IncompleteRead|longer",
        "cut short",
    ),
    (302, {"Location": "/x"}, b"", "redirected more than 5 times", "round and round"),
    (302, {"Location": "file:///etc/passwd"}, b"", "begins with https:// or http://", "sent to a file"),
    (200, {**PDF, "Content-Length": "90"}, [b"%"] * 90, "takes longer than 2 seconds", "a byte now and then"),
]


@pytest.mark.parametrize(("status", "headers", "body", "found", "why"), ANSWERS, ids=[row[4] for row in ANSWERS])
def test_answers_that_are_not_taken(server, status, headers, body, found, why):
    server.answers["/x"] = (status, headers, body)
    with pytest.raises(ImportRefused, match=found):
        fetch(f"{server.at}/x", OURS)


def test_a_redirect_into_the_network_is_not_followed(server, monkeypatch):
    """The first address passes for a public one; where it redirects to is checked as if it had been typed."""
    server.answers["/laws.pdf"] = (302, {"Location": f"{server.at}/inside"}, b"")
    server.answers["/inside"] = (200, PDF, b"%PDF")
    public = iter([True])
    monkeypatch.setattr(fetching, "_is_public", lambda place: next(public, False))
    with pytest.raises(ImportRefused, match="no public one"):
        fetch(f"{server.at}/laws.pdf", Manners(plain_http=True))


def test_a_name_is_looked_up_once_and_its_checked_address_used(server, monkeypatch):
    """A name that means a public address when it is checked and a private one when it is used gets nothing."""
    places = iter([[(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))]])
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: next(places))
    asked = []

    def connect(place, **_):
        asked.append(place)
        raise OSError("no network in a test")

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(ImportRefused, match="no network in a test"):
        fetch("https://example.org/laws.pdf")
    assert asked == [("93.184.216.34", 443)]
