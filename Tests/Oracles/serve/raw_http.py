"""HTTP by the byte, for what no client sends of itself."""

import re
import socket
from dataclasses import dataclass

PATIENCE = 20
"""Seconds in which an answer has to come."""
nameless: list[str] = []
"""The beginnings of answers that do not say that they are of a stand-in."""


@dataclass(frozen=True)
class Answer:
    """What came until the server closed the connection; status 0 for nothing."""

    status: int
    fields: dict[str, str]
    body: bytes
    raw: bytes
    is_closed: bool = True


def parse(raw: bytes, is_closed: bool = True) -> Answer:
    """The last answer of what came, without interim ones."""
    rest = raw
    while (found := re.match(rb"HTTP/1\.1 1\d\d [^\r]*\r\n\r\n", rest)) is not None:
        rest = rest[found.end() :]
    head, _, body = rest.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = re.match(r"HTTP/1\.1 (\d{3})", lines[0])
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    if status and "x-stand-in" not in fields:
        nameless.append(head.decode("latin-1")[:200])
    return Answer(int(status[1]) if status else 0, fields, body, raw, is_closed)


def connect(port: int, patience: float = PATIENCE) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=patience)


def read_all(connection: socket.socket) -> tuple[bytes, bool]:
    """All until the server closes the connection, and whether it does in time."""
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except TimeoutError:
        return b"".join(parts), False
    except ConnectionError:
        pass
    return b"".join(parts), True


def send(port: int, raw: bytes, half_closes: bool = False, patience: float = PATIENCE) -> Answer:
    """The answer to bytes. They have to make the server close the connection."""
    with connect(port, patience) as connection:
        try:
            connection.sendall(raw)
            if half_closes:
                connection.shutdown(socket.SHUT_WR)
        except ConnectionError:
            pass
        return parse(*read_all(connection))


def request(
    port: int, method: str, target: str | bytes, fields: dict[str, str] | None = None, body: bytes | None = None, host: str | None = None
) -> Answer:
    """A request over a connection of its own."""
    target = target if isinstance(target, bytes) else target.encode()
    all_fields = {"Host": host or f"127.0.0.1:{port}", "Connection": "close"} | (fields or {})
    if body is not None:
        all_fields["Content-Length"] = str(len(body))
    text = "".join(f"{name}: {value}\r\n" for name, value in all_fields.items())
    return send(port, method.encode() + b" " + target + b" HTTP/1.1\r\n" + text.encode() + b"\r\n" + (body or b""))
