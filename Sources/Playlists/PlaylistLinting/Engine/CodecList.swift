import HLSPlaylists

/// A value of `CODECS`: formats of RFC 6381, separated by commas.
struct CodecList {
    let formats: [String]

    init(_ text: String) {
        formats = text.split(separator: ",").map { part in
            String(decoding: ArraySlice(part.utf8).trimmingBlanks(), as: UTF8.self)
        }
    }

    private static let video: Set<String> = [
        "avc1", "avc2", "avc3", "avc4", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "dav1", "av01",
        "vp08",
        "vp09", "vvc1", "vvi1", "mp4v", "mjpg", "jpeg",
    ]

    /// Indicates whether one of the formats is a video format.
    var hasVideo: Bool { formats.contains { Self.video.contains(Self.sampleEntry($0)) } }

    /// Returns the sample entry of a format, such as `avc1`: the text before the first point.
    static func sampleEntry(_ format: String) -> String { String(format.prefix { $0 != "." }) }
}

extension StreamInformation {
    /// Indicates whether the stream has video, as far as the tag shows.
    var hasVideo: Bool { resolution != nil || codecs.map { CodecList($0).hasVideo } ?? false }
}
