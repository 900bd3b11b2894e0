"""A proxy on loopback in front of PostgreSQL that delays answers, as a network does, and counts what its protocol shows.

What the server sends goes on after the time of a round trip, whatever else is on its way: connections do not wait for one another, and
messages of one burst stay together. Requests pass at once: a client waits as long, and a server holds a lock as long, as if half of the
delay were theirs, and the proxy has less to do. `select` waits to the microsecond; `poll` and `epoll` would round up to milliseconds.

Usage: postgresql_proxy.py PORT MILLISECONDS      (PORT: of the server; MILLISECONDS: what a round trip takes longer)
Prints its own port, serves until its standard input ends, and then prints its counts as JSON.
"""

import collections
import contextlib
import ctypes
import json
import os
import select
import socket
import struct
import subprocess
import sys
import time

PROTOCOL = 3 << 16
ENCRYPTION_REQUESTS = (80877103, 80877104)
"""SSLRequest and GSSENCRequest, which a server answers with one octet."""
READY, COMPLETE, FLUSH = b"ZCH"
TRANSACTION_ENDS = {b"COMMIT\0": "commits", b"ROLLBACK\0": "rollbacks"}
CHUNK = 1 << 16
PR_SET_TIMERSLACK = 29


def take_messages(buffer):
    """Takes the whole messages from the front of a buffer: their types and contents."""
    position = 0
    while len(buffer) - position >= 5:
        end = position + 1 + int.from_bytes(buffer[position + 1 : position + 5], "big")
        if len(buffer) < end:
            break
        yield buffer[position], bytes(buffer[position + 5 : end])
        position = end
    del buffer[:position]


class Conversation:
    """What the messages of one connection are, in both directions."""

    def __init__(self, counts):
        self.counts = counts
        self.asked, self.answered = bytearray(), bytearray()
        self.has_started = False
        self.encryption_requests = 0

    def read_client(self, octets):
        self.asked += octets
        while not self.has_started and len(self.asked) >= 8:
            size, code = struct.unpack_from(">II", self.asked)
            if len(self.asked) < size:
                return
            del self.asked[:size]
            if code in ENCRYPTION_REQUESTS:
                self.encryption_requests += 1
            else:
                self.has_started = True
        if self.has_started:
            self.counts["flushes"] += sum(kind == FLUSH for kind, _ in take_messages(self.asked))

    def read_server(self, octets):
        self.answered += octets
        while self.encryption_requests and self.answered:
            if self.answered[:1] != b"N":
                sys.exit("error: the server encrypts, and the proxy can count nothing")
            del self.answered[:1]
            self.encryption_requests -= 1
        for kind, contents in take_messages(self.answered):
            if kind == READY:
                self.counts["ready"] += 1
            elif kind == COMPLETE and contents in TRANSACTION_ENDS:
                self.counts[TRANSACTION_ENDS[contents]] += 1


class Lane:
    """One direction of a connection; what it takes in waits for `delay` seconds."""

    def __init__(self, source, target, read, delay):
        self.source, self.target, self.read, self.delay = source, target, read, delay
        self.unsent = bytearray()
        self.has_ended = False


class Proxy:
    def __init__(self, server_port, milliseconds):
        self.server_port = server_port
        self.delay = milliseconds / 1000
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        self.lanes = {}
        # In the order of arrival, which is that of departure, as all answers wait equally long.
        self.on_the_way = collections.deque()
        self.blocked = {}
        self.counts = collections.Counter(ready=0, flushes=0, commits=0, rollbacks=0, connections=0, chunks=0)

    def serve(self, ending):
        """Serves until `ending` can be read."""
        while True:
            while self.on_the_way and self.on_the_way[0][0] <= time.monotonic():
                _, lane, octets = self.on_the_way.popleft()
                self.deliver(lane, octets)
            wait = max(0, self.on_the_way[0][0] - time.monotonic()) if self.on_the_way else None
            readable, writable, _ = select.select([ending, self.listener, *self.lanes], list(self.blocked), [], wait)
            if ending in readable:
                return
            for target in writable:
                self.send(self.blocked[target])
            for source in readable:
                if source is self.listener:
                    self.accept()
                elif source in self.lanes:
                    self.receive(self.lanes[source])

    def accept(self):
        client, _ = self.listener.accept()
        server = socket.create_connection(("127.0.0.1", self.server_port))
        for each in (client, server):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            each.setblocking(False)
        conversation = Conversation(self.counts)
        self.lanes[client] = Lane(client, server, conversation.read_client, 0)
        self.lanes[server] = Lane(server, client, conversation.read_server, self.delay)
        self.counts["connections"] += 1

    def receive(self, lane):
        try:
            octets = lane.source.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            octets = b""
        if octets:
            self.counts["chunks"] += 1
            lane.read(octets)
        else:
            del self.lanes[lane.source]
        if lane.delay:
            self.on_the_way.append((time.monotonic() + lane.delay, lane, octets))
        else:
            self.deliver(lane, octets)

    def deliver(self, lane, octets):
        """Sends on; no octets are the end."""
        lane.unsent += octets
        lane.has_ended = not octets
        self.send(lane)

    def send(self, lane):
        try:
            if lane.unsent:
                del lane.unsent[: lane.target.send(lane.unsent)]
        except BlockingIOError:
            pass
        except OSError:
            lane.unsent.clear()
        if lane.unsent:
            self.blocked[lane.target] = lane
        else:
            self.blocked.pop(lane.target, None)
            if lane.has_ended:
                with contextlib.suppress(OSError):
                    lane.target.shutdown(socket.SHUT_WR)


class RunningProxy:
    """The proxy as a process of its own, so that it shares no interpreter with what measures. Its counts are there at the end."""

    def __init__(self, server_port, milliseconds=0):
        command = [sys.executable, "-B", __file__, str(server_port), str(milliseconds)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.counts = json.loads(self.process.communicate()[0])
        if self.process.returncode != 0:
            raise SystemExit("the proxy failed")


class Session:
    """A session of the user `postgres` that only waits, for measuring the proxy itself."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        parameters = b"user\0postgres\0database\0postgres\0\0"
        self.socket.sendall(struct.pack(">II", 8 + len(parameters), PROTOCOL) + parameters)
        self.answered = bytearray()
        self.wait(1)

    def wait(self, count):
        """Waits until the server has been ready so often."""
        while count > 0:
            octets = self.socket.recv(CHUNK)
            if not octets:
                raise SystemExit("the server closed the connection")
            self.answered += octets
            count -= sum(kind == READY for kind, _ in take_messages(self.answered))

    def ask(self, *statements):
        """Sends statements in one burst, waits for all answers, and returns the seconds."""
        start = time.perf_counter()
        queries = (statement.encode() + b"\0" for statement in statements)
        self.socket.sendall(b"".join(b"Q" + struct.pack(">I", 4 + len(query)) + query for query in queries))
        self.wait(len(statements))
        return time.perf_counter() - start

    def close(self):
        self.socket.close()


def main():
    proxy = Proxy(int(sys.argv[1]), float(sys.argv[2]))
    # Otherwise the kernel may wake us 50 microseconds late, and later where processors are busy; a network is not. Only root may have
    # the priority.
    ctypes.CDLL(None).prctl(PR_SET_TIMERSLACK, 1)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, -20)
    print(proxy.port, flush=True)
    proxy.serve(sys.stdin)
    print(json.dumps(proxy.counts | {"processor_seconds": time.process_time()}))


if __name__ == "__main__":
    main()
