"""What packed audio says, without what the tag in front of it tells editors of tags (id3.org, ID3v2.4.0 structure, 4.1.1)."""

HEADER = 10
"""Bytes of the header of a tag, and of a frame."""
OWNER = b"com.apple.streaming.audioDescription\0"


def of_file(content: bytes) -> bytes | None:
    """The bytes without the status flags of the frame that describes encrypted audio; nil for what has no tag."""
    if content[:3] != b"ID3" or content[3] not in (3, 4):
        return None
    end = min(len(content), HEADER + _size(content[6:10], 7))
    at = HEADER
    while at + HEADER <= end and content[at]:
        body = at + HEADER
        if content[at : at + 4] == b"PRIV" and content[body:].startswith(OWNER):
            content = content[: at + 8] + b"\0" + content[at + 9 :]
        at = body + _size(content[at + 4 : at + 8], 7 if content[3] == 4 else 8)
    return content


def _size(digits: bytes, bits: int) -> int:
    size = 0
    for digit in digits:
        size = size << bits | digit
    return size
