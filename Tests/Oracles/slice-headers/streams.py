"""Settings of x264 and x265 that change the form of slice headers or of what they depend on."""

from dataclasses import dataclass

# With one thread x265 neither makes wavefronts nor comes to a stop in rare cases; streams of wavefronts ask for threads.
THREADS = "log-level=none:pools=none:frame-threads=1:"


@dataclass(frozen=True)
class Stream:
    codec: str
    name: str
    parameters: str
    pixels: str = "yuv420p"
    size: str = "192x128"
    frames: int = 24
    fades: bool = False
    flags: tuple = ()

    @property
    def is_avc(self):
        return self.codec != "libx265"

    def command(self, ffmpeg, path):
        """The arguments that make the stream."""
        source = f"testsrc2=size={self.size}:rate=25"
        if self.fades:
            half = self.frames // 2
            source += f",fade=in:0:{half},fade=out:{half}:{self.frames - half}"
        option = "-x264-params" if self.is_avc else "-x265-params"
        parameters = self.parameters if self.is_avc else THREADS + self.parameters
        return [ffmpeg, "-v", "error", "-nostdin", "-f", "lavfi", "-i", source, "-frames:v", str(self.frames),
                "-pix_fmt", self.pixels, "-c:v", self.codec, "-preset", "veryfast", *self.flags, option, parameters,
                "-f", "h264" if self.is_avc else "hevc", str(path)]


def avc(name, parameters, **options):
    return Stream(options.pop("codec", "libx264"), "avc " + name, parameters, **options)


def hevc(name, parameters, **options):
    return Stream("libx265", "hevc " + name, parameters, **options)


STREAMS = [
    avc("defaults", "scenecut=40"),
    *(avc(f"weightp={number}", f"weightp={number}:ref=4", fades=True) for number in (0, 1, 2)),
    avc("weightb", "weightb=1:bframes=3:ref=4:b-pyramid=normal", fades=True),
    avc("weights of 4:4:4", "weightp=2:ref=4", pixels="yuv444p", fades=True),
    avc("weights of monochrome", "weightp=2:ref=4", pixels="gray", fades=True),
    *(avc(f"ref={number}", f"ref={number}:bframes=2:subme=7:mixed-refs=1", frames=40) for number in (1, 2, 3, 8, 16)),
    *(avc(f"bframes={number}", f"bframes={number}:b-adapt=0:ref=4", frames=40) for number in (0, 1, 2, 8, 16)),
    *(avc(f"b-pyramid={mode}", f"bframes=7:b-adapt=0:b-pyramid={mode}:ref=5", frames=40)
      for mode in ("none", "strict", "normal")),
    avc("open groups", "open-gop=1:keyint=8:bframes=3:b-adapt=0", frames=40),
    avc("intra only", "keyint=1"),
    avc("many idr_pic_id", "keyint=2:min-keyint=1:bframes=0", frames=40),
    avc("endless group", "keyint=infinite:bframes=3:ref=2", size="32x32", frames=600),
    avc("endless group of small numbers", "keyint=100:min-keyint=100:bframes=0:ref=1", size="32x32", frames=300),
    avc("slices=4", "slices=4:ref=3"),
    avc("slices=8 of field rows", "slices=4:tff=1:ref=3"),
    avc("slice-max-size=120", "slice-max-size=120"),
    avc("slice-max-mbs=1", "slice-max-mbs=1", frames=8),
    avc("slice-max-mbs=3 of a large picture", "slice-max-mbs=3", size="1280x720", frames=2),
    avc("sliced threads", "sliced-threads=1:threads=4", size="320x256"),
    avc("CAVLC", "cabac=0:ref=4:bframes=3", fades=True),
    avc("CAVLC in slices", "cabac=0:slices=6:weightp=2", fades=True),
    avc("baseline", "", flags=("-profile:v", "baseline")),
    avc("main", "bframes=3", flags=("-profile:v", "main")),
    avc("no-deblock", "no-deblock=1"),
    avc("deblock=-3,4", "deblock=-3,4:slices=2"),
    avc("deblock=6,6", "deblock=6,6:cabac=0"),
    avc("interlaced tff", "tff=1:bframes=3:ref=4", frames=30),
    avc("interlaced bff, weighted", "bff=1:weightp=2:ref=4", fades=True),
    avc("interlaced CAVLC", "tff=1:cabac=0:slices=3"),
    avc("fake-interlaced", "fake-interlaced=1:bframes=3"),
    avc("4:2:2", "ref=3", pixels="yuv422p"),
    avc("4:4:4", "bframes=3", pixels="yuv444p"),
    avc("RGB", "bframes=3", pixels="rgb24", codec="libx264rgb"),
    avc("10 bits", "ref=3:weightp=2", pixels="yuv420p10le", fades=True),
    avc("10 bits of 4:2:2, interlaced", "tff=1", pixels="yuv422p10le"),
    avc("constrained-intra", "constrained-intra=1"),
    avc("lossless", "qp=0"),
    avc("qp=51", "qp=51"),
    avc("qp=1 of CAVLC", "qp=1:cabac=0", frames=6),
    avc("intra-refresh", "intra-refresh=1:keyint=10:ref=1", frames=40),
    avc("bluray-compat", "bluray-compat=1:vbv-maxrate=1000:vbv-bufsize=1000:level=4.1:slices=4:keyint=25"),
    avc("stitchable", "stitchable=1:bframes=3"),
    avc("HRD", "nal-hrd=cbr:vbv-maxrate=500:vbv-bufsize=500:bitrate=500:aud=1"),
    avc("direct=temporal", "direct=temporal:bframes=5:ref=5:b-adapt=0"),
    avc("quantization matrices", "cqm=jvt"),
    avc("cropped", "bframes=2", size="198x130"),
    avc("tiny", "bframes=2:ref=16", size="16x16", frames=60),
    avc("tune zerolatency", "", flags=("-tune", "zerolatency")),
    hevc("defaults", "rd=2"),
    hevc("wavefront of small blocks", "pools=1:ctu=16:min-cu-size=8", size="320x256"),
    hevc("wavefront of a tall picture", "pools=1:ctu=16", size="64x1024", frames=3),
    *(hevc(f"ctu={number}", f"ctu={number}:wpp=0") for number in (16, 32, 64)),
    hevc("slices=4", "pools=1:slices=4:ctu=16", size="192x512", frames=6),
    hevc("slices=3", "pools=1:slices=3:ctu=32", size="192x512", frames=6),
    hevc("no-deblock", "no-deblock=1"),
    hevc("no-deblock, no-sao", "no-deblock=1:sao=0"),
    hevc("no-deblock in slices of 4:4:4", "pools=1:no-deblock=1:sao=0:slices=2:ctu=16", pixels="yuv444p", size="192x512", frames=6),
    hevc("deblock=-3,4", "deblock=-3,4"),
    hevc("no-sao", "sao=0"),
    *(hevc(f"selective-sao={number}", f"selective-sao={number}:bframes=4") for number in (1, 2, 3)),
    hevc("weights", "weightp=1:weightb=1:bframes=3:ref=4", fades=True, frames=40),
    hevc("weights of P only", "weightp=1:weightb=0:bframes=0:ref=5", fades=True, frames=40),
    hevc("weights of 4:4:4", "weightp=1:weightb=1:ref=3", pixels="yuv444p", fades=True),
    hevc("weights of monochrome", "weightp=1:weightb=1:ref=3", pixels="gray", fades=True),
    hevc("no weights", "weightp=0:weightb=0", fades=True),
    *(hevc(f"ref={number}", f"ref={number}:bframes=2", frames=40) for number in (1, 2, 6)),
    hevc("ref=8, no B", "ref=8:bframes=0", frames=40),
    *(hevc(f"bframes={number}", f"bframes={number}:b-adapt=0:rc-lookahead=40", frames=40) for number in (0, 1, 4, 8, 16)),
    hevc("no b-pyramid", "bframes=7:b-adapt=0:b-pyramid=0", frames=40),
    hevc("open groups", "open-gop=1:keyint=8:bframes=3:b-adapt=0", frames=40),
    hevc("closed groups", "open-gop=0:keyint=8:bframes=3", frames=40),
    hevc("intra only", "keyint=1"),
    hevc("endless group", "keyint=-1:bframes=3:ref=2", size="64x64", frames=600),
    hevc("poc of 4 bits", "log2-max-poc-lsb=4:bframes=1:ref=1", frames=40),
    hevc("poc of 16 bits", "log2-max-poc-lsb=16:bframes=4", frames=40),
    hevc("temporal layers", "temporal-layers=1:bframes=3:b-adapt=0", frames=40),
    hevc("4:2:2", "bframes=3", pixels="yuv422p"),
    hevc("4:4:4", "bframes=3", pixels="yuv444p"),
    hevc("monochrome", "bframes=3", pixels="gray"),
    hevc("10 bits", "bframes=3", pixels="yuv420p10le"),
    hevc("12 bits of 4:4:4", "bframes=3", pixels="yuv444p12le"),
    hevc("constrained-intra", "constrained-intra=1"),
    hevc("lossless", "lossless=1", frames=6),
    hevc("cu-lossless", "cu-lossless=1:rd=4", frames=6),
    hevc("tskip, offsets of chroma", "tskip=1:cbqpoffs=3:crqpoffs=-3"),
    hevc("amp, rect", "amp=1:rect=1"),
    hevc("interlace=tff", "interlace=tff", frames=16),
    hevc("intra-refresh", "intra-refresh=1:keyint=10", frames=40),
    hevc("no temporal-mvp", "temporal-mvp=0:bframes=3"),
    hevc("scaling lists", "scaling-list=default"),
    hevc("optimized sets", "opt-ref-list-length-pps=1:opt-qp-pps=1:repeat-headers=1:keyint=10:ref=4", frames=40),
    hevc("HRD, usability", "hrd=1:vbv-maxrate=500:vbv-bufsize=500:bitrate=500:sar=3:overscan=crop:videoformat=ntsc:"
         "range=full:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:chromaloc=2:display-window=2,4,6,8:aud=1"),
    hevc("cropped", "bframes=2", size="198x130"),
    hevc("tiny", "bframes=2:ref=5:ctu=16", size="32x32", frames=60),
    hevc("max-merge=1", "max-merge=1:bframes=3"),
    hevc("qp=51", "qp=51"),
    hevc("qp=2", "qp=2", frames=6),
]

# What the traces of all streams have to hold, so that a changed encoder cannot empty the comparison unnoticed.
FIELDS = {
    # AVC
    "field_pic_flag", "idr_pic_id", "direct_spatial_mv_pred_flag", "num_ref_idx_l1_active_minus1",
    "modification_of_pic_nums_idc", "luma_log2_weight_denom", "memory_management_control_operation", "cabac_init_idc",
    "disable_deblocking_filter_idc",
    # HEVC
    "slice_segment_address", "delta_poc_s1_minus1", "slice_temporal_mvp_enabled_flag", "slice_sao_luma_flag",
    "collocated_from_l0_flag", "collocated_ref_idx", "delta_chroma_log2_weight_denom", "chroma_offset_l0",
    "slice_loop_filter_across_slices_enabled_flag", "entry_point_offset_minus1",
}
