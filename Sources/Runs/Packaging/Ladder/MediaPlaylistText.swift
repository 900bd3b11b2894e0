import Muxing

/// Writes the media playlist of a rendition (RFC 8216bis 4.4.3 and 4.4.4).
struct MediaPlaylistText {
    let generated: GeneratedRendition
    /// The folder of the rendition's files, beside the playlist.
    let folder: String
    /// `EXT-X-TARGETDURATION`, in seconds.
    let target: Int64

    /// Returns the playlist; `durations` are those of the segments, in microseconds.
    func text(durations: [Int64]) -> String {
        let hasRanges = generated.segments.contains { $0.location.range != nil }
        // The versions that RFC 8216bis 8 requires for MAP, BYTERANGE, and fractions in EXTINF.
        var lines = head(version: generated.initializationSection != nil ? 6 : hasRanges ? 4 : 3)
        lines += mapLines
        for (segment, duration) in zip(generated.segments, durations) {
            lines += entry(segment.location, duration)
        }
        return Self.joined(lines)
    }

    /// Returns the playlist of the I-frames (RFC 8216bis 4.4.3.6); `durations` are theirs, in microseconds.
    func iFrameText(durations: [Int64]) -> String {
        var lines = head(version: generated.initializationSection != nil ? 5 : 4)
        lines.append("#EXT-X-I-FRAMES-ONLY")
        lines += mapLines
        let locations = generated.segments.flatMap { segment in
            segment.iFrames.map { GeneratedRendition.Location(file: segment.location.file, range: $0.range) }
        }
        for (location, duration) in zip(locations, durations) { lines += entry(location, duration) }
        return Self.joined(lines)
    }

    private func head(version: Int) -> [String] {
        [
            "#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-TARGETDURATION:\(target)",
            "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
    }

    private var mapLines: [String] {
        guard let location = generated.initializationSection else { return [] }
        var attributes = AttributeListText()
        attributes.add("URI", quoted: uri(location))
        attributes.add("BYTERANGE", quoted: location.range.map(Self.text(of:)))
        return ["#EXT-X-MAP:" + attributes.text]
    }

    private func entry(_ location: GeneratedRendition.Location, _ duration: Int64) -> [String] {
        let range = location.range.map { ["#EXT-X-BYTERANGE:" + Self.text(of: $0)] } ?? []
        return ["#EXTINF:" + DecimalText.of(duration, decimals: 6) + ","] + range + [uri(location)]
    }

    private func uri(_ location: GeneratedRendition.Location) -> String {
        folder + "/" + generated.files[location.file].name
    }

    private static func text(of range: Range<UInt64>) -> String { "\(range.count)@\(range.lowerBound)" }

    private static func joined(_ lines: [String]) -> String {
        (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n"
    }
}
