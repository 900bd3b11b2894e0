"""Editor for track fragments: their runs as lists, and runs in other forms."""

import struct

from box_tree import Box


def track_of(movie, traf):
    identifier, = struct.unpack(">I", traf.find("tfhd").body[4:8])
    return next(t for t in movie.tracks() if t.identifier == identifier)


def defaults(movie, traf):
    """Reads what trex and tfhd say: duration, size and flags of samples, and the base of offsets or None."""
    head = traf.find("tfhd").body
    flags, at = int.from_bytes(head[1:4], "big"), 8
    extends = next(t for t in movie.moov.find("mvex").all("trex") if t.body[4:8] == head[4:8])
    duration, size, sample_flags = struct.unpack(">III", extends.body[12:24])
    base = None
    if flags & 1:
        base, at = struct.unpack(">Q", head[at:at + 8])[0], at + 8
    at += 4 if flags & 2 else 0
    if flags & 8:
        duration, at = struct.unpack(">I", head[at:at + 4])[0], at + 4
    if flags & 16:
        size, at = struct.unpack(">I", head[at:at + 4])[0], at + 4
    if flags & 32:
        sample_flags = struct.unpack(">I", head[at:at + 4])[0]
    return duration, size, sample_flags, base


def runs_of(movie, moof, traf):
    """Reads the runs of a track fragment: where the data were; duration, size, flags, offset of samples."""
    duration, size, sample_flags, base = defaults(movie, traf)
    base = moof.old_start if base is None else base
    runs, end = [], base
    for run in traf.all("trun"):
        flags, at = int.from_bytes(run.body[1:4], "big"), 8
        count, = struct.unpack(">I", run.body[4:8])
        place = end
        if flags & 1:
            place, at = base + struct.unpack(">i", run.body[at:at + 4])[0], at + 4
        first_flags = None
        if flags & 4:
            first_flags, at = struct.unpack(">I", run.body[at:at + 4])[0], at + 4
        samples = []
        for number in range(count):
            values = [duration, size, first_flags if number == 0 and flags & 4 else sample_flags, 0]
            for field, bit in enumerate((0x100, 0x200, 0x400, 0x800)):
                if flags & bit:
                    signed = field == 3 and run.body[0] == 1
                    values[field], = struct.unpack(">i" if signed else ">I", run.body[at:at + 4])
                    at += 4
            samples.append(tuple(values))
        runs.append((place, samples))
        end = place + sum(s[1] for s in samples)
    return runs


def write_runs(rng, moof, traf, runs, extends, absolute):
    """Writes a track fragment again: base of offsets, defaults and runs in forms that are drawn."""
    samples = [s for _, run in runs for s in run]
    head = traf.find("tfhd")
    flags = 0 if absolute else 0x20000
    extra = struct.pack(">Q", moof.old_start) if absolute else b""
    flags |= 1 if absolute else 0
    if rng.random() < 0.3:
        flags, extra = flags | 2, extra + struct.pack(">I", 1)
    stated = 0x700 | (0x800 if rng.random() < 0.3 or any(s[3] for s in samples) else 0)
    for field, in_head, in_run in ((0, 8, 0x100), (1, 16, 0x200)):
        if len({s[field] for s in samples}) == 1 and rng.random() < 0.7:
            stated &= ~in_run
            if struct.unpack(">I", extends.body[12 + 4 * field:16 + 4 * field])[0] != samples[0][field] \
                    or rng.random() < 0.5:
                flags, extra = flags | in_head, extra + struct.pack(">I", samples[0][field])
    rest = {s[2] for s in samples[1:]} or {samples[0][2]}
    first_flags = None
    if len(rest) == 1 and rng.random() < 0.7:
        stated &= ~0x400
        common = rest.pop()
        if struct.unpack(">I", extends.body[20:24])[0] != common or rng.random() < 0.5:
            flags, extra = flags | 32, extra + struct.pack(">I", common)
        if samples[0][2] != common or rng.random() < 0.2:
            first_flags = samples[0][2]
    head.body = b"\0" + flags.to_bytes(3, "big") + head.body[4:8] + extra
    place = traf.children.index(traf.all("trun")[0])
    traf.children = [c for c in traf.children if c.kind != b"trun"]
    end = None
    for number, (start, run) in enumerate(runs):
        with_offset = start != end or rng.random() < 0.5
        lead = number == 0 and first_flags is not None
        run_flags = stated | (1 if with_offset else 0) | (4 if lead else 0)
        version = 1 if any(s[3] < 0 for s in samples) else rng.choice([0, 1])
        body = bytes([version]) + run_flags.to_bytes(3, "big") + struct.pack(">I", len(run))
        body += struct.pack(">i", start - moof.old_start) if with_offset else b""
        body += struct.pack(">I", first_flags) if lead else b""
        for sample in run:
            for field, bit in enumerate((0x100, 0x200, 0x400, 0x800)):
                if run_flags & bit:
                    body += struct.pack(">i" if field == 3 and version else ">I", sample[field])
        traf.children.insert(place + number, Box(b"trun", body))
        end = start + sum(s[1] for s in run)
