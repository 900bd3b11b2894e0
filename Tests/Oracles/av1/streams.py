"""The AV1 streams that the oracle compares: which encoder makes them, from which pictures, with which settings."""

import subprocess
from dataclasses import dataclass, field

FFMPEG = ["ffmpeg", "-v", "error", "-nostdin", "-y"]
RATE = 25


@dataclass
class Stream:
    name: str
    encoder: str
    """`libaom-av1`, `libsvtav1` or `librav1e` of ffmpeg, or the program `aomenc`."""
    options: list
    source: str = "testsrc2"
    size: str = "256x144"
    frames: int = 12
    format: str = "yuv420p"
    tiles: set = field(default_factory=lambda: {1})
    """How many tiles frames have."""
    is_known_to_shaka: bool = True
    """False where Shaka Packager takes the stream for malformed, which ffmpeg does not."""

    @property
    def pictures(self):
        return ["-f", "lavfi", "-i", f"{self.source}{':' if '=' in self.source else '='}size={self.size}:rate={RATE}"]

    def make(self, path):
        """Encodes the stream into an MP4."""
        if self.encoder == "aomenc":
            make_with_aomenc(self, path)
            return
        frames = ["-frames:v", str(self.frames), "-pix_fmt", self.format]
        subprocess.run(
            [*FFMPEG, *self.pictures, *frames, "-c:v", self.encoder, *SPEED[self.encoder], *self.options, path],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


SPEED = {
    "libaom-av1": ["-cpu-used", "8", "-b:v", "300k", "-g", "8", "-threads", "1"],
    "libsvtav1": ["-preset", "12", "-g", "8", "-crf", "40"],
    "librav1e": ["-speed", "10", "-g", "8", "-qp", "150"],
}


def make_with_aomenc(stream, path):
    pictures = path.with_suffix(".y4m")
    encoded = path.with_suffix(".ivf")
    frames = ["-frames:v", str(stream.frames), "-pix_fmt", stream.format, "-strict", "-1"]
    subprocess.run([*FFMPEG, *stream.pictures, *frames, pictures], check=True)
    speed = ["--cpu-used=8", "--target-bitrate=300", "--kf-max-dist=8", "--threads=1", "--passes=1", "--ivf"]
    subprocess.run(
        ["aomenc", *speed, *stream.options, "-o", encoded, pictures],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    subprocess.run([*FFMPEG, "-i", encoded, "-c", "copy", path], check=True)
    pictures.unlink()


def aom(name, parameters="", *options, **others):
    parameters = ["-aom-params", parameters] if parameters else []
    return Stream(name, "libaom-av1", [*parameters, *options], **others)


def aomenc(name, *options, **others):
    return Stream(name, "aomenc", list(options), **others)


def svt(name, parameters="", **others):
    return Stream(name, "libsvtav1", ["-svtav1-params", parameters] if parameters else [], **others)


def rav1e(name, *options, **others):
    return Stream(name, "librav1e", list(options), **others)


def tiled(columns, rows, groups=1):
    """Tiles by their logarithms."""
    return f"tile-columns={columns}:tile-rows={rows}:num-tile-groups={groups}"


SQUARE = {"size": "256x256"}

STREAMS = [
    # Tiles and tile groups.
    aom("plain"),
    aom("tiles-2x1", tiled(1, 0), tiles={2}),
    aom("tiles-1x2", tiled(0, 1), tiles={2}),
    aom("tiles-2x2", tiled(1, 1), tiles={4}),
    aom("tiles-3x3", tiled(2, 2), tiles={9}, size="192x192"),
    aom("tiles-4x4", tiled(2, 2), tiles={16}, **SQUARE),
    aom("groups-2x2", tiled(1, 1, 4), tiles={4}),
    aom("groups-4x4", tiled(2, 2, 3), tiles={16}, **SQUARE),
    aom("wide", size="4160x64", frames=3, tiles={2}),
    aom("large-superblocks", "sb-size=128:" + tiled(1, 1), tiles={4}, **SQUARE),
    # Colours.
    aom("10-bit", format="yuv420p10le"),
    aom("12-bit", format="yuv420p12le"),
    aom("4:4:4", format="yuv444p"),
    aom("4:4:4-12-bit", format="yuv444p12le"),
    aom("4:2:2", format="yuv422p"),
    aom("rgb", format="gbrp"),
    aom("monochrome", "film-grain-test=3", format="gray", frames=6),
    # Quantization and filters.
    aom("lossless", "lossless=1", frames=6),
    aom("lossless-tiles", "lossless=1:" + tiled(1, 1), frames=6, tiles={4}),
    aom("aq-1", "aq-mode=1"),
    aom("aq-2", "aq-mode=2"),
    aom("aq-3", "aq-mode=3", "-usage", "realtime", frames=24),
    aom("delta-q", "deltaq-mode=1:delta-lf-mode=1:aq-mode=0"),
    aom("chroma-delta-q", "enable-chroma-deltaq=1"),
    aom("matrices", "enable-qm=1:qm-min=0:qm-max=8"),
    aom("no-cdef", "enable-cdef=0"),
    aom("restoration", "enable-restoration=1", "-cpu-used", "3", frames=6),
    aom("no-loop-filter", "loopfilter-control=0"),
    aom("few-transforms", "reduced-tx-type-set=1"),
    # Film grain.
    *[aom(f"grain-{number}", f"film-grain-test={number}", frames=6) for number in (1, 5, 13)],
    aom("grain-4:4:4", "film-grain-test=7", format="yuv444p", frames=6),
    aom("grain-measured", "denoise-noise-level=30", source="mandelbrot", frames=6),
    # Screen content.
    aom("screen", "tune-content=screen", source="smptebars"),
    aom("screen-moving", "tune-content=screen:enable-palette=1", source="testsrc"),
    # References.
    aom("no-order-hints", "enable-order-hint=0"),
    aom("no-lag", "", "-lag-in-frames", "0", frames=16),
    aom("long-groups", "", "-g", "60", "-lag-in-frames", "35", frames=60, size="128x72"),
    aom("alternate-references", "", "-g", "60", "-auto-alt-ref", "1", "-lag-in-frames", "19", frames=40, size="128x72"),
    aom("error-resilient", "error-resilient=1", frames=20),
    aom("error-resilient-no-order-hints", "error-resilient=1:enable-order-hint=0", frames=20),
    aom("frame-parallel", "frame-parallel=1", frames=20),
    aom("few-references", "reduced-reference-set=1", frames=20),
    aom("realtime", "", "-usage", "realtime", frames=30),
    aom("no-update", "cdf-update-mode=0"),
    aom("global-motion", "", "-cpu-used", "2", source="mandelbrot=end_scale=0.3:start_scale=3", size="96x96", frames=10),
    aom("intra-only", "", "-g", "0", frames=4),
    aom("still", "", "-still-picture", "1", frames=1),
    # What only the program can.
    aomenc("superres", "--superres-mode=1", "--superres-denominator=12"),
    aomenc("superres-random", "--superres-mode=2", is_known_to_shaka=False),
    aomenc("superres-lossless", "--superres-mode=1", "--superres-denominator=10", "--lossless=1", frames=6),
    aomenc(
        "superres-tiles",
        *("--superres-mode=2", "--tile-columns=1", "--tile-rows=1"),
        tiles={2, 4},
        is_known_to_shaka=False,
    ),
    aomenc("resize", "--resize-mode=1", "--resize-denominator=12"),
    aomenc("resize-random", "--resize-mode=2", frames=16),
    aomenc("resize-tiles", "--resize-mode=2", "--tile-columns=2", "--tile-rows=2", tiles={4, 6, 9, 12, 16}, **SQUARE),
    aomenc("timing", "--timing-info=constant"),
    aomenc("timing-model", "--timing-info=model"),
    # Other encoders.
    svt("svt"),
    svt("svt-tiles", "tile-columns=1:tile-rows=1", size="512x256", tiles={4}),
    svt("svt-grain", "film-grain=20"),
    svt("svt-superres", "superres-mode=1:superres-denom=12"),
    svt("svt-overlays", "enable-overlays=1", frames=40),
    svt("svt-low-delay", "pred-struct=1"),
    svt("svt-10-bit", format="yuv420p10le"),
    rav1e("rav1e", frames=16),
    rav1e("rav1e-tiles", "-tiles", "4", tiles={4}, size="512x256"),
    rav1e("rav1e-low-latency", "-rav1e-params", "low_latency=true", frames=16),
    rav1e("rav1e-4:4:4-10-bit", format="yuv444p10le"),
]
