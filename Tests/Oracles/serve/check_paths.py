"""Paths that are to lead out of the tree, or to what is no file; and what is a file, whole and in parts."""

import os
import socket
from pathlib import Path

import raw_http
from served import Served, Titles

MARK = b"outside of the tree"


def plant(titles: Titles) -> None:
    """Things that are no files, and a file beside the tree."""
    (titles.folder / "outside").mkdir()
    (titles.folder / "outside" / "secret.txt").write_bytes(MARK)
    (titles.folder / "secret.txt").write_bytes(MARK)
    tree = titles.tree / "odd"
    (tree / "folder").mkdir(parents=True)
    (tree / "inside.txt").write_bytes(b"inside")
    (tree / "a b%.txt").write_bytes(b"a name of its own")
    (tree / "ü.txt").write_bytes(b"a name in UTF-8")
    (tree / "..hidden").write_bytes(b"dots are letters here")
    (tree / "empty").write_bytes(b"")
    (tree / "broken.m3u8").write_bytes(b"#EXTM3U\n#EXT-X-KEY:METHOD\n\xff\xfe")
    (tree / "link.txt").symlink_to("../../secret.txt")
    (tree / "absolute.txt").symlink_to(titles.folder / "secret.txt")
    (tree / "within.txt").symlink_to("inside.txt")
    (tree / "loop").symlink_to("loop")
    (tree / "outside").symlink_to("../../outside")
    (tree / "root").symlink_to("/")
    os.mkfifo(tree / "fifo")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tree / "socket"))


# Behind the address of the tree. None of them is a file, and no answer but 404 is right.
NOT_THERE = (
    "..", "../", "../secret.txt", "../../secret.txt", "odd/../../secret.txt", "odd/../odd/inside.txt", "./odd/inside.txt",
    "odd/./inside.txt", "%2e%2e/secret.txt", "%2E%2E/secret.txt", ".%2e/secret.txt", "%2e./secret.txt", "%2e%2e%2fsecret.txt",
    "..%2fsecret.txt", "odd%2finside.txt", "odd%2Finside.txt", "%2fetc%2fpasswd", "/etc/passwd", "//etc/passwd", "odd//inside.txt",
    "//odd/inside.txt", "odd/inside.txt/", "odd/inside.txt%00", "%00", "odd/%00/inside.txt", "odd/inside.txt%00.m3u8", "..%00/secret.txt",
    "%252e%252e/secret.txt", "..%252fsecret.txt", "%c0%ae%c0%ae/secret.txt", "..%c0%afsecret.txt", "%ff", "%", "%2", "%zz", "odd/%",
    "..\\secret.txt", "..%5csecret.txt", "odd\\inside.txt", ".;/secret.txt", "..;/secret.txt", "odd/inside.txt;x",
    "odd", "odd/", "odd/folder", "odd/folder/", "", "/", "odd/link.txt", "odd/absolute.txt", "odd/within.txt", "odd/loop", "odd/loop/x",
    "odd/outside/secret.txt", "odd/root/etc/passwd", "odd/fifo", "odd/socket", "odd/nothing", "odd/INSIDE.TXT",
    "a" * 10_000, "a/" * 5_000, "../" * 3_000 + "etc/passwd", "%2e%2e/" * 1_000 + "etc/passwd", "odd/" + "b" * 255, "odd/" + "b" * 256,
    "x/" * 64 + "y", "proc/self/environ", "file:///etc/passwd", "http://127.0.0.1/", "odd%0d%0aX-Injected:%201", "odd/inside.txt%20",
    "odd/inside.txt%0a", "~root", "odd/..%2f..%2f..%2fsecret.txt",
)  # fmt: skip
# Names of files, and what is in them.
THERE = {
    "odd/inside.txt": b"inside",
    "odd/inside.txt?../../secret.txt": b"inside",
    "odd/inside.txt?": b"inside",
    "odd/%69nside.txt": b"inside",
    "%6f%64%64/inside.txt": b"inside",
    "odd/a%20b%25.txt": b"a name of its own",
    "odd/%C3%BC.txt": b"a name in UTF-8",
    "odd/%c3%bc.txt": b"a name in UTF-8",
    "odd/..hidden": b"dots are letters here",
    "odd/empty": b"",
}
# Fields, the status, and the first and last byte of ten.
RANGES = {
    "bytes=0-3": (206, 0, 3), "bytes=3-3": (206, 3, 3), "bytes=5-": (206, 5, 9), "bytes=-4": (206, 6, 9), "bytes=-400": (206, 0, 9),
    "bytes=0-400": (206, 0, 9), "bytes=9-9": (206, 9, 9), "bytes=10-": (416, 0, 0), "bytes=10-20": (416, 0, 0), "bytes=-0": (416, 0, 0),
    "bytes=5-3": (200, 0, 9), "bytes=": (200, 0, 9), "bytes=-": (200, 0, 9), "bytes=a-b": (200, 0, 9), "bytes=0-1,3-4": (200, 0, 9),
    "octets=0-3": (200, 0, 9), "bytes=99999999999999999999-": (200, 0, 9), "bytes=0-99999999999999999999": (200, 0, 9),
    "bytes=18446744073709551615-": (416, 0, 0), "bytes=-18446744073709551615": (206, 0, 9), "bytes=0x1-3": (200, 0, 9),
    "bytes=+1-3": (200, 0, 9),
}  # fmt: skip
ALLOWED_INSTEAD = {"bytes=99999999999999999999-": 416, "bytes=0-99999999999999999999": 206}
"""Of numbers that no file can have, both readings are right (RFC 9110 section 14.2)."""


def check_ranges(outcome, served: Served, tree: Path) -> None:
    (tree / "odd" / "ten").write_bytes(b"0123456789")
    for field, (status, first, last) in RANGES.items():
        answer = raw_http.request(served.port, "GET", f"/{served.token}/media/odd/ten", {"Range": field})
        if answer.status != status and answer.status == ALLOWED_INSTEAD.get(field):
            continue
        expected = b"0123456789"[first : last + 1] if status != 416 else b""
        outcome.check((answer.status, answer.body) == (status, expected), f"{field}: {answer.status} {answer.body}, expected {status}")
        place = {206: f"bytes {first}-{last}/10", 416: "bytes */10"}.get(status)
        outcome.check(answer.fields.get("content-range") == place, f"{field}: Content-Range {answer.fields.get('content-range')}")
    # Ranges are of GET alone (RFC 9110 section 14.2), and of If-Range only where its validator is that of an answer (13.1.5): none has one.
    for method, fields, body in (
        ("HEAD", {"Range": "bytes=0-3"}, b""),
        ("HEAD", {"Range": "bytes=10-"}, b""),
        ("GET", {"Range": "bytes=0-3", "If-Range": '"other"'}, b"0123456789"),
        ("GET", {"Range": "bytes=10-", "If-Range": "Sun, 29 Nov 2026 00:00:00 GMT"}, b"0123456789"),
        ("GET", {"If-Range": '"other"'}, b"0123456789"),
    ):
        answer = raw_http.request(served.port, method, f"/{served.token}/media/odd/ten", fields)
        said = (answer.status, answer.body, answer.fields.get("content-length"), answer.fields.get("content-range"))
        outcome.check(said == (200, body, "10", None), f"{method} {fields}: {said}")


def check_whole_tree(outcome, served: Served, titles: Titles) -> None:
    """Each file of the titles comes as it is, but for playlists, of which key lines alone are changed."""
    changed = 0
    for name in Titles.NAMES:
        for path in sorted(each for each in (titles.tree / name).rglob("*") if each.is_file()):
            address = f"/{served.token}/media/{path.relative_to(titles.tree)}"
            answer, content = raw_http.request(served.port, "GET", address), path.read_bytes()
            if path.suffix != ".m3u8" or name in ("fairplay", "nagra"):
                outcome.check((answer.status, answer.body) == (200, content), f"{address}: {answer.status}, other bytes")
                continue
            pairs = list(zip(content.splitlines(), answer.body.splitlines(), strict=False))
            others = [(one, two) for one, two in pairs if one != two]
            are_keys = all(one.startswith((b"#EXT-X-KEY:", b"#EXT-X-SESSION-KEY:")) for one, _ in others)
            lead_here = all(f'URI="{served.url}/keys/'.encode() in two for _, two in others)
            is_right = len(content.splitlines()) == len(answer.body.splitlines()) and are_keys and lead_here
            outcome.check(answer.status == 200 and is_right, f"{address}: {answer.status}, {others[:2]}")
            changed += len(others)
    outcome.check(changed > 10, f"{changed} key lines that name this server")


def check_all(outcome, titles: Titles) -> None:
    plant(titles)
    with Served(titles) as served:
        files = served.open_files
        for path in NOT_THERE:
            answer = raw_http.request(served.port, "GET", f"/{served.token}/media/{path}")
            outcome.check(answer.status == 404, f"{path[:60]}: {answer.status}, expected 404")
            is_outside = MARK in answer.raw or b"root:" in answer.raw
            outcome.check(not is_outside, f"{path[:60]}: the answer is from outside of the tree")
            outcome.check("x-injected" not in answer.fields, f"{path[:60]}: a field of the client's")
        # A slash before the token, and ways to it that a proxy would put in order.
        for path in (f"//{served.token}/media/ts/multivariant.m3u8", f"/./{served.token}/media/ts/multivariant.m3u8",
                     f"/x/../{served.token}/media/ts/multivariant.m3u8", f"/%2e/{served.token}/keys/0", f"/{served.token}%2fkeys/0",
                     f"/{served.token}x/keys/0", f"/{served.token[:-1]}/keys/0", f"/{served.token.upper()}A/keys/0", "/keys/0", "/", "//",
                     f"/?{served.token}", f"/keys/0?token={served.token}", f"/%{ord(served.token[0]):02x}{served.token[1:]}/keys/0"):  # fmt: skip
            answer = raw_http.request(served.port, "GET", path)
            outcome.check(answer.status == 401, f"{path[:20]}…: {answer.status}, expected 401")
        for path in (f"/{served.token}/keys/../keys/0", f"/{served.token}/keys/-1", f"/{served.token}/keys/00", f"/{served.token}/keys/+0",
                     f"/{served.token}/keys/99999999999999999999", f"/{served.token}/keys/0/", f"/{served.token}//keys/0",
                     f"/{served.token}/media/../keys/0", f"/{served.token}/Keys/0", f"/{served.token}/keys/%30", f"/{served.token}/keys"):  # fmt: skip
            answer = raw_http.request(served.port, "GET", path)
            outcome.check(answer.status == 404, f"{path.replace(served.token, 'TOKEN')}: {answer.status}, expected 404")
        for path, content in THERE.items():
            answer = raw_http.request(served.port, "GET", f"/{served.token}/media/{path}")
            outcome.check((answer.status, answer.body) == (200, content), f"{path}: {answer.status} {answer.body[:40]}")
            answer = raw_http.request(served.port, "HEAD", f"/{served.token}/media/{path}")
            length = answer.fields.get("content-length")
            outcome.check((answer.status, answer.body, length) == (200, b"", str(len(content))), f"HEAD {path}: {answer.status} {length}")
        answer = raw_http.request(served.port, "GET", f"/{served.token}/media/odd/broken.m3u8")
        outcome.check(answer.status == 500 and b"playlist cannot be parsed" in answer.body, f"a broken playlist: {answer.status} {answer.body[:80]}")
        # The field in the place of the first element.
        for fields, path, status in (
            ({"X-Rehearsal-Token": served.token}, "/media/odd/inside.txt", 200),
            ({"X-Rehearsal-Token": served.token}, f"/{served.token}/media/odd/inside.txt", 200),
            ({"X-Rehearsal-Token": "0" * 32}, f"/{served.token}/media/odd/inside.txt", 401),
            ({"X-Rehearsal-Token": ""}, "/media/odd/inside.txt", 401),
            ({"X-Rehearsal-Token": served.token}, "/media/../secret.txt", 404),
        ):
            answer = raw_http.request(served.port, "GET", path, fields)
            outcome.check(answer.status == status, f"the field of the token, {path[-24:]}: {answer.status}, expected {status}")
        check_ranges(outcome, served, titles.tree)
        check_whole_tree(outcome, served, titles)
        # The token in a wrong place, as an app sends it that joins addresses wrongly.
        raw_http.request(served.port, "GET", f"/{served.token}/media/{served.token}/media/ts/multivariant.m3u8")
        raw_http.request(served.port, "GET", f"/media/{served.token}/keys/0", {"X-Rehearsal-Token": served.token})
        outcome.check(served.lives and served.open_files <= files + 8, f"{served.open_files} open files, {files} before")
        served.check_log(outcome, "paths")
