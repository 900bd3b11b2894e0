import HLSPlaylists
import PlaylistLinting

/// The expected measurements of a media playlist of `SampleMedia`.
///
/// Sizes come from `ls -l` and the playlists' ranges; codecs, sizes and rates from `ffprobe -show_streams`;
/// pictures and frames from `ffprobe -count_packets`. Pictures are 1/25 s long, frames of AAC 1024 samples.
/// Sample counts of fragments are those of their `trun` boxes.
struct SampleMeasurement: Sendable, CustomStringConvertible {
    let description: String
    /// The path of the entry playlist, below `SampleMedia`.
    let entry: String
    /// The path of the media playlist in its tree.
    let playlist: String
    let container: MediaMeasurement.Container
    var codecs: [String] = []
    var resolution: Resolution?
    let bytes: [UInt64]
    let durations: [Duration?]
    var hasPictures: Bool { resolution != nil }

    init(
        _ folder: String,
        _ playlist: String,
        _ container: MediaMeasurement.Container,
        codecs: [String] = [],
        size: (UInt64, UInt64)? = nil,
        bytes: [UInt64],
        durations: [Duration?]
    ) {
        description = "\(folder)/\(playlist)"
        entry = folder + (folder == "packed-audio" ? "/index.m3u8" : "/multivariant.m3u8")
        self.playlist = playlist
        self.container = container
        self.codecs = codecs
        resolution = size.map { Resolution(width: $0.0, height: $0.1) }
        self.bytes = bytes
        self.durations = durations
    }

    private static func frames(_ counts: Int..., rate: Int = 48_000) -> [Duration?] {
        counts.map { .seconds($0 * 1024) / rate }
    }

    private static let fourSeconds: [Duration?] = [.seconds(4), .seconds(4), .seconds(4)]

    static let all: [SampleMeasurement] = [
        Self(
            "ts",
            "video/240p/index.m3u8",
            .transportStream,
            codecs: ["avc1.4d4015"],
            size: (426, 240),
            bytes: [41_172, 42_676, 38_164],
            durations: fourSeconds
        ),
        Self(
            "ts",
            "video/720p/index.m3u8",
            .transportStream,
            codecs: ["avc1.4d401f"],
            size: (1280, 720),
            bytes: [58_656, 59_032, 57_152],
            durations: fourSeconds
        ),
        Self(
            "ts",
            "audio/en/index.m3u8",
            .packedAudio,
            codecs: ["mp4a.40.2"],
            bytes: [17_502, 17_465, 17_492],
            durations: frames(189, 187, 188)
        ),
        Self(
            "ts",
            "subtitles/en/index.m3u8",
            .webVTT,
            bytes: [173, 212, 109],
            durations: [nil, nil, nil]
        ),
        Self(
            "fmp4",
            "video/720p/index.m3u8",
            .fragmentedMP4,
            codecs: ["avc1.4d401f"],
            size: (1280, 720),
            bytes: [45_965, 46_454, 44_736],
            durations: fourSeconds
        ),
        Self(
            "fmp4",
            "audio/en/index.m3u8",
            .fragmentedMP4,
            codecs: ["mp4a.40.2"],
            bytes: [16_880, 17_029, 17_715],
            // 188 frames each, of which the very last is cut to 512 samples.
            durations: [.seconds(192_512) / 48_000, .seconds(192_512) / 48_000, .seconds(4)]
        ),
        Self(
            "ts-byterange",
            "index.m3u8",
            .transportStream,
            codecs: ["avc1.4d4015", "mp4a.40.2"],
            size: (426, 240),
            bytes: [75_764, 78_020, 74_260],
            durations: fourSeconds
        ),
        Self(
            "fmp4-byterange",
            "index.m3u8",
            .fragmentedMP4,
            codecs: ["avc1.4d4015", "mp4a.40.2"],
            size: (426, 240),
            bytes: [21_692, 23_278, 22_957, 23_464, 23_305, 21_087],
            durations: Array(repeating: .seconds(2), count: 6)
        ),
        Self(
            "packed-audio",
            "index.m3u8",
            .packedAudio,
            codecs: ["mp4a.40.2"],
            bytes: [12_011, 11_123, 11_040, 11_037],
            // 125 frames of 1024 samples at 32 kHz.
            durations: frames(125, 125, 125, 125, rate: 32_000)
        ),
    ]
}
