/// A file that ffmpeg makes.
struct GeneratedMedia: Sendable, CustomStringConvertible {
    let description: String
    let name: String
    /// What the probe is to say of its tracks; the source of each is named beside it.
    let codecs: [String]
    let arguments: [String]

    /// A transport stream.
    static func transport(_ description: String, _ codecs: [String], _ arguments: [[String]]) -> Self {
        Self(
            description: "ts " + description,
            name: "media.ts",
            codecs: codecs,
            arguments: arguments.flatMap(\.self) + ["-f", "mpegts"]
        )
    }

    /// Fragments with their movie box in front.
    static func fragments(_ description: String, _ codecs: [String], _ arguments: [[String]]) -> Self {
        Self(
            description: "fmp4 " + description,
            name: "media.mp4",
            codecs: codecs,
            arguments: arguments.flatMap(\.self) + [
                "-f", "mp4", "-strict", "-2", "-movflags", "frag_keyframe+delay_moov+default_base_moof",
            ]
        )
    }

    static func video(_ size: String, rate: String = "25") -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=\(rate)"]
    }

    static let sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"]

    static func x264(_ profile: String, _ format: String = "yuv420p", _ more: [String] = []) -> [String] {
        ["-t", "1.2", "-c:v", "libx264", "-preset", "ultrafast", "-profile:v", profile, "-pix_fmt", format]
            + more
    }

    static func x265(_ format: String = "yuv420p") -> [String] {
        [
            "-t", "0.6", "-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", format,
            "-x265-params", "log-level=none:bframes=3", "-tag:v", "hvc1",
        ]
    }

    static func audio(_ encoder: String, _ more: [String] = []) -> [String] {
        ["-t", "1.2", "-ac", "2", "-c:a", encoder] + more
    }

    /// All files.
    ///
    /// Levels are by the sizes of pictures (ITU-T H.264 table A-1, H.265 table A.8). Constraint flags are as x264 sets
    /// them: 0xC0 and 0x40 for Baseline and Main compatibility, 0 for High.
    static let all: [GeneratedMedia] = [
        .transport("baseline", ["avc1.42c00a"], [video("96x64"), x264("baseline")]),
        .transport(
            "main, B-frames, odd size",
            ["avc1.4d400b"],
            [video("350x190"), x264("main", "yuv420p", ["-bf", "3", "-level", "1.1"])]
        ),
        .transport(
            "high 1080p, cropped by 8 rows",
            ["avc1.640028"],
            [video("1920x1080"), x264("high", "yuv420p", ["-x264-params", "8x8dct=1", "-level", "4"])]
        ),
        .transport(
            "high 1080i, cropped in fields",
            ["avc1.640028"],
            [
                video("1920x1080"),
                x264("high", "yuv420p", ["-x264-params", "8x8dct=1:interlaced=1", "-level", "4"]),
            ]
        ),
        .transport(
            "high 4:2:2",
            ["avc1.7a000d"],
            [video("322x182"), x264("high422", "yuv422p", ["-level", "1.3"])]
        ),
        .transport(
            "high 4:4:4",
            ["avc1.f4000d"],
            [video("321x181"), x264("high444", "yuv444p", ["-level", "1.3"])]
        ),
        // The probe looks at times around 2^33 / 90000 = 95443.7 s.
        .transport(
            "time stamps that wrap",
            ["avc1.4d400a", "mp4a.40.2"],
            [
                video("96x64"), sound, x264("main", "yuv420p", ["-bf", "2"]), audio("aac"),
                ["-output_ts_offset", "95443.1"],
            ]
        ),
        .transport("hevc 1080p", ["hvc1.1.6.L120.90"], [video("1920x1080"), x265()]),
        .transport(
            "hevc main 10",
            ["hvc1.2.4.L60.90"],
            [video("320x180", rate: "30000/1001"), x265("yuv420p10le")]
        ),
        .transport("ac3", ["ac-3"], [sound, audio("ac3")]),
        .transport("eac3", ["ec-3"], [sound, audio("eac3")]),
        .transport("mp3", ["mp4a.40.34"], [sound, audio("libmp3lame")]),
        .transport("mp2 22.05 kHz", ["mp4a.40.33"], [sound, audio("mp2", ["-ar", "22050"])]),
        .transport("aac 44.1 kHz", ["mp4a.40.2"], [sound, audio("aac", ["-ar", "44100"])]),
        .fragments(
            "avc aac",
            ["avc1.640028", "mp4a.40.2"],
            [
                video("1920x1080", rate: "24000/1001"), sound,
                x264("high", "yuv420p", ["-bf", "2", "-x264-params", "8x8dct=1", "-level", "4"]),
                audio("aac"),
            ]
        ),
        .fragments("hevc", ["hvc1.1.6.L93.90"], [video("1280x720"), x265()]),
        .fragments("hevc main 10", ["hvc1.2.4.L60.90"], [video("320x180"), x265("yuv420p10le")]),
        .fragments(
            "av1",
            ["av01.0.00M.08"],
            [video("96x64"), ["-t", "0.4", "-c:v", "libaom-av1", "-cpu-used", "8", "-pix_fmt", "yuv420p"]]
        ),
        .fragments("vp9", ["vp09.00.10.08"], [video("96x64"), ["-t", "0.4", "-c:v", "libvpx-vp9"]]),
        .fragments("ac3", ["ac-3"], [sound, audio("ac3")]),
        .fragments("eac3", ["ec-3"], [sound, audio("eac3")]),
        .fragments("opus", ["Opus"], [sound, audio("libopus")]),
        .fragments("flac", ["fLaC"], [sound, audio("flac")]),
        .fragments("alac", ["alac"], [sound, audio("alac")]),
        .fragments("mp3", ["mp4a.40.34"], [sound, audio("libmp3lame")]),
    ]
}
