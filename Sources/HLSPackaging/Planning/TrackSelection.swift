import HLSPlaylists

/// Names the track whose key protects a rendition.
struct TrackSelection {
    /// The track of the one key of a presentation.
    static let wholePresentation = "all"

    let granularity: KeyGranularity

    /// The track of a rendition: `all`, its class, or its own name.
    func track(of rendition: MediaRendition) throws(PackagingError) -> String {
        switch granularity {
        case .presentation: return Self.wholePresentation
        case .rendition: return rendition.name
        case .type:
            guard let name = Self.className(of: rendition) else {
                throw .unknownClass(rendition: rendition.name, playlist: rendition.path)
            }
            return name
        }
    }

    /// The class of a rendition (cli.md, `--key-per`); nil when nothing says how large its picture is.
    ///
    /// Subtitles share the audio's key: of all classes it is the one that the fewest devices are refused.
    static func className(of rendition: MediaRendition) -> String? {
        switch rendition.role.media {
        case .audio, .subtitles: return "audio"
        case .video: return rendition.role.resolution.map(className(of:))
        case .unknown:
            let soundAndText: Set = ["aac", "ac3", "ec3", "mp3", "vtt", "webvtt"]
            let endings = rendition.playlist.segments.map { segment in
                String(segment.uri.prefix { $0 != "?" && $0 != "#" }.split(separator: ".").last ?? "")
                    .lowercased()
            }
            return !endings.isEmpty && endings.allSatisfy(soundAndText.contains) ? "audio" : nil
        }
    }

    /// The class of video of a size.
    static func className(of resolution: Resolution) -> String {
        switch resolution.pixelCount {
        case ...UInt64(largestSD): "sd"
        case ...UInt64(largestHD): "hd"
        default: "uhd"
        }
    }

    /// The numbers of pixels of the class of a size.
    static func pixels(ofClassOf resolution: Resolution) -> ClosedRange<Int> {
        switch className(of: resolution) {
        case "sd": 1...largestSD
        case "hd": largestSD + 1...largestHD
        default: largestHD + 1...Int.max
        }
    }

    private static let largestSD = 1024 * 576
    private static let largestHD = 1920 * 1080
}
