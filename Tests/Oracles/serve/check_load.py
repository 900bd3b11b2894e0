"""Many clients at once, for some seconds: no error, all of the right bytes, and memory that stays flat."""

import asyncio
import json
import random
import time
import uuid
from pathlib import Path

import spc_ckc
from check_key_log import client_of
from served import Served, Titles
from spc_ckc import Session

CLIENTS = 200
FLAT = 20
"""MB by which memory may grow behind the first quarter."""
FORMS = {"octets": "application/octet-stream", "form": "application/x-www-form-urlencoded", "json": "application/json"}


class Connection:
    """A connection that is kept, as that of a player."""

    def __init__(self, served: Served) -> None:
        self.served, self.streams = served, None

    async def ask(self, method: str, path: str, fields: dict[str, str] | None = None, body: bytes = b"") -> tuple[int, bytes]:
        """Status and body. The path is behind the token."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.served.port)
        reader, writer = self.streams
        head = f"{method} /{self.served.token}{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.served.port}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in (fields or {}).items())
        head += f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
        writer.write(head.encode() + b"\r\n" + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        lines = answer.decode().split("\r\n")
        length = next(int(line.partition(":")[2]) for line in lines if line.lower().startswith("content-length:"))
        return int(lines[0].split()[1]), await reader.readexactly(length)

    def close(self) -> None:
        if self.streams:
            self.streams[1].close()
            self.streams = None


class Load:
    def __init__(self, titles: Titles, served: Served, seconds: float) -> None:
        self.titles, self.served, self.seconds = titles, served, seconds
        self.counts: dict[str, int] = {}
        self.errors: list[str] = []
        self.memory: list[float] = []
        self.sessions = asyncio.Semaphore(2)
        tree = titles.tree
        paths = [each for name in Titles.NAMES for each in sorted((tree / name).rglob("*")) if each.is_file()]
        self.files = {str(each.relative_to(tree)): each.read_bytes() for each in paths}
        self.playlists = [name for name in self.files if name.endswith(".m3u8")]
        self.segments = [name for name in self.files if Path(name).suffix in {".ts", ".m4s", ".aac"}]
        self.keys = {bytes.fromhex(each["key"]) for each in titles.records()}
        self.player = client_of(served)
        # A KSM keeps nothing of a request: the same one may come again.
        self.requests = []
        for number in range(12):
            session = Session(b"fairplay", spc_ckc.READY_TO_START)
            form = list(FORMS)[number % len(FORMS)]
            maker = client_of(served, form=form)
            self.requests.append((FORMS[form], maker.request(session)))
        signalling = next(each["key_uri"] for each in titles.records() if each["content_id"] == "nagra").removeprefix("skd://")
        self.of_nagra = self.player.request(Session(signalling.encode(), spc_ckc.READY_TO_START))
        self.octets = [body for kind, body in self.requests if kind == FORMS["octets"]]

    def count(self, what: str, holds: bool, detail: object) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1
        if not holds:
            self.errors.append(f"{what}: {detail}")

    async def segment(self, connection: Connection) -> None:
        name = random.choice(self.segments)
        content = self.files[name]
        first = random.randrange(len(content))
        last = min(len(content) - 1, first + random.randrange(1 << 16))
        if random.random() < 0.3:
            status, body = await connection.ask("GET", f"/media/{name}")
            self.count("segments", (status, body) == (200, content), (name, status, len(body)))
        else:
            status, body = await connection.ask("GET", f"/media/{name}", {"Range": f"bytes={first}-{last}"})
            self.count("ranges of segments", (status, body) == (206, content[first : last + 1]), (name, status, len(body)))

    async def playlist(self, connection: Connection) -> None:
        name = random.choice(self.playlists)
        status, body = await connection.ask("GET", f"/media/{name}")
        lines = len(self.files[name].splitlines())
        self.count("playlists", status == 200 and len(body.splitlines()) == lines, (name, status, len(body)))

    async def key(self, connection: Connection) -> None:
        status, body = await connection.ask("GET", f"/keys/{random.randrange(6)}")
        self.count("keys", status == 200 and body in self.keys, (status, len(body)))

    async def license(self, connection: Connection) -> None:
        kind, body = random.choice(self.requests)
        status, answer = await connection.ask("POST", "/license", {"Content-Type": kind}, body)
        self.count("licenses", status == 200 and len(answer) > 100, (status, answer[:80]))

    async def token(self, connection: Connection) -> None:
        if random.random() < 0.5:
            status, answer = await connection.ask("GET", "/token?asset_id=fairplay")
            url = answer.decode().strip()
        else:
            question = {"messageID": str(uuid.uuid4()), "version": 1, "requestType": 1, "contentID": "fairplay"}
            fields = {"Content-Type": "application/json"}
            status, answer = await connection.ask("POST", "/entitlement", fields, json.dumps(question).encode())
            url = json.loads(answer).get("epTokenURL", "") if status == 200 else ""
        if not url.startswith(self.served.url):
            self.count("token URLs", False, (status, answer[:80]))
            return
        fields = {"Content-Type": FORMS["octets"]}
        status, answer = await connection.ask("POST", url.removeprefix(self.served.url), fields, random.choice(self.octets))
        self.count("licenses of tokens", status == 200 and len(answer) > 100, (status, answer[:80]))

    async def session(self, connection: Connection) -> None:
        # An account has two sessions.
        if self.sessions.locked():
            return await self.segment(connection)
        async with self.sessions:
            await self.whole_session(connection)

    async def whole_session(self, connection: Connection) -> None:
        status, answer = await connection.ask("GET", "/content-token?content_id=nagra")
        content_token = answer.decode()
        status, answer = await connection.ask("POST", "/v1/sessions/setup", {"nv-authorizations": content_token})
        if status != 200:
            self.count("sessions", False, (status, answer[:80]))
            return
        of_session = json.loads(answer)["sessionToken"]
        fields = {"nv-authorizations": f"{content_token},{of_session}", "Content-Type": FORMS["octets"]}
        path = "/rehearsal/fpls/contentlicenseservice/v1/licenses"
        status, answer = await connection.ask("POST", path, fields, self.of_nagra)
        self.count("licenses of sessions", status == 200 and b"CkcMessage" in answer, (status, answer[:120]))
        status, answer = await connection.ask("POST", "/v1/sessions/heartbeat", {"nv-authorizations": of_session})
        self.count("heartbeats", status == 200 and b"sessionToken" in answer, (status, answer[:120]))
        of_session = json.loads(answer).get("sessionToken", of_session)
        status, answer = await connection.ask("POST", "/v1/sessions/teardown", {"nv-authorizations": of_session})
        self.count("sessions", status in (200, 204), (status, answer[:120]))

    async def client(self, deadline: float) -> None:
        connection = Connection(self.served)
        weights = ((self.segment, 8), (self.playlist, 4), (self.key, 3), (self.license, 2), (self.token, 1), (self.session, 1))
        actions = [action for action, weight in weights for _ in range(weight)]
        try:
            while time.monotonic() < deadline:
                action = random.choice(actions)
                await asyncio.wait_for(action(connection), 30)
                if random.random() < 0.05:
                    connection.close()
        except Exception as error:
            self.errors.append(f"{action.__name__}: {type(error).__name__}: {error}")
        finally:
            connection.close()

    async def measure(self, deadline: float) -> None:
        while time.monotonic() < deadline:
            self.memory.append(self.served.memory)
            await asyncio.sleep(self.seconds / 100)

    async def run(self) -> None:
        deadline = time.monotonic() + self.seconds
        await asyncio.gather(self.measure(deadline), *(self.client(deadline) for _ in range(CLIENTS)))


def check_all(outcome, titles: Titles, seconds: float) -> None:
    since = titles.newest()
    with Served(titles) as served:
        load = Load(titles, served, seconds)
        asyncio.run(load.run())
        total = sum(load.counts.values())
        outcome.check(not load.errors, f"{len(load.errors)} errors of {total} requests: {load.errors[:4]}")
        for what in ("playlists", "segments", "ranges of segments", "keys", "licenses", "licenses of tokens", "licenses of sessions",
                     "sessions", "heartbeats"):  # fmt: skip
            outcome.check(load.counts.get(what, 0) > 0, f"{what}: none came")
        quarter, end = load.memory[len(load.memory) // 4], load.memory[-1]
        outcome.check(abs(end - quarter) < FLAT, f"memory: {quarter:.0f} MB after a quarter, {end:.0f} MB at the end")
        print(f"        {total / seconds:.0f} requests a second, {load.memory[0]:.0f}, {quarter:.0f} and {end:.0f} MB of memory")
        given, every = titles.given(since), {each["key_id"] for each in titles.records()}
        outcome.check(len(given) == len(set(given)) and set(given) <= every, f"{len(given)} keys in the log, {len(set(given))} different ones")
        served.check_log(outcome, "many clients")
        lines = len(served.lines())
        outcome.check(lines >= total, f"{lines} lines of the log for {total} requests")
        outcome.check(served.end()[0] == 0, "the end")
