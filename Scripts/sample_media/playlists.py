"""HLS playlists (RFC 8216bis): media, I-frame and multivariant, and the bit rates that the last one states."""

from dataclasses import dataclass, field
from math import ceil

BANDWIDTH_MARGIN = 1.03
"""Room for up to 16 bytes of padding a segment, so that a protected copy keeps its BANDWIDTH."""


@dataclass
class Segment:
    uri: str
    duration: float
    size: int
    byte_range: str = ""
    """N or N@O; empty when the segment is the whole resource."""


@dataclass
class MediaPlaylist:
    segments: list[Segment]
    version: int
    tags: list[str] = field(default_factory=list)
    """Tags of the header, beside version, target duration and type."""
    line_end: str = "\n"
    whole_seconds: bool = False

    @property
    def target_duration(self):
        return max(int(segment.duration + 0.5) for segment in self.segments)

    @property
    def average_bandwidth(self):
        return 8 * sum(s.size for s in self.segments) / sum(s.duration for s in self.segments)

    @property
    def peak_bandwidth(self):
        """The greatest rate of contiguous segments that total 0.5 to 1.5 target durations."""
        peak = 0.0
        for first in range(len(self.segments)):
            size = duration = 0
            for segment in self.segments[first:]:
                size, duration = size + segment.size, duration + segment.duration
                if 0.5 <= duration / self.target_duration <= 1.5:
                    peak = max(peak, 8 * size / duration)
        return peak

    def text(self):
        lines = ["#EXTM3U"]
        if self.version > 1:
            lines.append(f"#EXT-X-VERSION:{self.version}")
        lines += [f"#EXT-X-TARGETDURATION:{self.target_duration}", "#EXT-X-PLAYLIST-TYPE:VOD", *self.tags]
        for segment in self.segments:
            duration = f"{segment.duration:.0f}" if self.whole_seconds else f"{segment.duration:.5f}"
            lines.append(f"#EXTINF:{duration},")
            if segment.byte_range:
                lines.append(f"#EXT-X-BYTERANGE:{segment.byte_range}")
            lines.append(segment.uri)
        return self.line_end.join([*lines, "#EXT-X-ENDLIST", ""])


@dataclass
class Variant:
    uri: str
    playlist: MediaPlaylist
    i_frames_uri: str
    i_frames: MediaPlaylist
    codec: str
    resolution: str


def bandwidths(*playlists):
    """BANDWIDTH and AVERAGE-BANDWIDTH of playlists that are played together, rounded up to 1000 bit/s."""
    peak = sum(playlist.peak_bandwidth for playlist in playlists)
    average = sum(playlist.average_bandwidth for playlist in playlists)
    stated = [ceil(rate * BANDWIDTH_MARGIN / 1000) * 1000 for rate in (peak, average)]
    return f"BANDWIDTH={stated[0]},AVERAGE-BANDWIDTH={stated[1]}"


def multivariant(version, variants, media_tags=(), companions=(), codecs=(), groups=""):
    """`companions` are the playlists of the groups, `codecs` those beside each variant's own, `groups` AUDIO="..."."""
    lines = ["#EXTM3U", f"#EXT-X-VERSION:{version}", "#EXT-X-INDEPENDENT-SEGMENTS", "", *media_tags]
    if media_tags:
        lines.append("")
    for variant in variants:
        codec_list = ",".join([variant.codec, *codecs])
        lines += [
            f"#EXT-X-STREAM-INF:{bandwidths(variant.playlist, *companions)}"
            f',CODECS="{codec_list}",RESOLUTION={variant.resolution},FRAME-RATE=25.000{groups}',
            variant.uri,
        ]
    lines.append("")
    for variant in variants:
        lines.append(
            f"#EXT-X-I-FRAME-STREAM-INF:{bandwidths(variant.i_frames)}"
            f',CODECS="{variant.codec}",RESOLUTION={variant.resolution},URI="{variant.i_frames_uri}"'
        )
    return "\n".join([*lines, ""])
