"""Fetching a law book from the web, carefully: `lawbook import https://...`.

An address can be a way into a network that its sender can't reach himself. So the name is resolved once, each of its
addresses is checked, and the connection goes to a checked address, never to the name again; a redirect is a new address
and is checked as one. Only https is spoken, and a server that sends too much or too slowly is left.
"""

import http.client
import socket
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from corpus.errors import ImportRefused
from corpus.sources import MOST_BYTES

SECONDS = 60.0
_MOST_REDIRECTS = 5
_CHUNK = 1 << 16
_PORTS = {"https": 443, "http": 80}
_WANTED = ("application/pdf", "application/octet-stream", "binary/octet-stream", "text/plain", "application/x-pdf")
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""Where a network of newer addresses keeps the older ones."""
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True)
class Fetched:
    """A file from the web: the address that it came from in the end, and what it holds."""

    address: str
    data: bytes


@dataclass(frozen=True)
class Manners:
    """What a fetch may do: speak plain http, reach private addresses (a club's own server), and how much it takes."""

    plain_http: bool = False
    private: bool = False
    most_bytes: int = MOST_BYTES
    seconds: float = SECONDS


def fetch(address: str, manners: Manners | None = None, context: ssl.SSLContext | None = None) -> Fetched:
    """Fetch the file at `address`; ImportRefused says why it wasn't."""
    may = manners or Manners()
    deadline = time.monotonic() + may.seconds
    for _ in range(_MOST_REDIRECTS + 1):
        answer = _ask(address, may, deadline, context)
        if isinstance(answer, Fetched):
            return answer
        address = answer
    raise ImportRefused(f"{address} can't be fetched: it was redirected more than {_MOST_REDIRECTS} times.")


def _ask(address: str, may: Manners, deadline: float, context: ssl.SSLContext | None) -> Fetched | str:
    """What stands at an address, or the address that it redirects to."""
    parts = _checked_parts(address, may)
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    try:
        connection = _connect(host, port, parts.scheme, _checked_place(host, port, may), deadline, context)
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("GET", target, headers={"User-Agent": "lawbook", "Accept": ", ".join(_WANTED)})
            return _answer(connection.getresponse(), address, may, deadline)
        finally:
            connection.close()
    except (OSError, http.client.HTTPException, UnicodeError) as error:
        raise ImportRefused(f"{address} can't be fetched: {_told(error, may)}.") from error


def _checked_parts(address: str, may: Manners) -> SplitResult:
    try:
        parts = urlsplit(address)
        named = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise ImportRefused(f"{address} is no address; expected one such as https://example.org/laws.pdf.") from None
    allowed = ("https", "http") if may.plain_http else ("https",)
    if parts.scheme not in allowed or not named:
        beginnings = " or ".join(f"{scheme}://" for scheme in allowed)
        raise ImportRefused(f"{address} can't be fetched: expected an address that begins with {beginnings}.")
    if parts.username is not None or any(sign.isspace() or not sign.isprintable() for sign in unquote(address)):
        raise ImportRefused(
            f"{address!a} can't be fetched: expected an address without a user's name, spaces and control characters."
        )
    return parts


def _checked_place(host: str, port: int, may: Manners) -> str:
    """A numeric address of the host, when all that it has are public."""
    places = [str(place[4][0]) for place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for place in places:
        if not may.private and not _is_public(place):
            raise ImportRefused(f"{host} can't be asked: it has the address {place}, which is no public one.")
    return places[0]


def _is_public(place: str) -> bool:
    found = ip_address(place.split("%")[0])
    inner = _within(found) if isinstance(found, IPv6Address) else None
    return all(each.is_global and not each.is_multicast for each in (found, inner) if each is not None)


def _within(place: IPv6Address) -> IPv4Address | None:
    """The older address that a newer one stands for."""
    if place in _TRANSLATED:
        return IPv4Address(int(place) & 0xFFFFFFFF)
    return place.ipv4_mapped or place.sixtofour or (place.teredo[1] if place.teredo else None)


def _connect(
    host: str, port: int, scheme: str, place: str, deadline: float, context: ssl.SSLContext | None
) -> http.client.HTTPConnection:
    """A connection to the checked place, under the name of the host."""
    left = _left(deadline)
    raw = socket.create_connection((place, port), timeout=left)
    connection = http.client.HTTPConnection(host, port, timeout=left)
    connection.default_port = _PORTS[scheme]  # else its Host line names the port of https
    if scheme == "https":
        raw = (context or ssl.create_default_context()).wrap_socket(raw, server_hostname=host)
    connection.sock = raw
    return connection


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _answer(response: http.client.HTTPResponse, address: str, may: Manners, deadline: float) -> Fetched | str:
    if response.status in _REDIRECTS and (there := response.getheader("Location")):
        return urljoin(address, there)
    if response.status != 200:
        raise ImportRefused(f"{address} can't be fetched: the server answers {response.status} {response.reason}.")
    kind = (response.getheader("Content-Type") or _WANTED[0]).split(";")[0].strip().lower()
    if kind not in _WANTED:
        raise ImportRefused(f"{address} is {kind}; expected a PDF or plain text.")
    said = response.getheader("Content-Length") or "0"
    if said.isdigit() and int(said) > may.most_bytes:
        raise ImportRefused(f"{address} has {int(said) >> 20} MB; expected at most {may.most_bytes >> 20}.")
    data = b"".join(_parts(response, address, may, deadline))
    if said.isdigit() and int(said) > len(data):
        raise ImportRefused(f"{address} was cut short: {len(data)} of {said} bytes came.")
    return Fetched(address, data)


def _parts(response: http.client.HTTPResponse, address: str, may: Manners, deadline: float) -> Iterator[bytes]:
    size = 0
    while part := response.read1(_CHUNK):
        size += len(part)
        if size > may.most_bytes:
            raise ImportRefused(f"{address} sends more than {may.most_bytes >> 20} MB; expected a law book.")
        _left(deadline)
        yield part


def _told(error: Exception, may: Manners) -> str:
    if isinstance(error, TimeoutError):
        return f"it takes longer than {may.seconds:g} seconds"
    if isinstance(error, ssl.SSLError):
        return f"its certificate or encryption is not in order ({error.reason or error})"
    if isinstance(error, socket.gaierror):
        return "its name is not known"
    return str(getattr(error, "strerror", None) or error or type(error).__name__)
