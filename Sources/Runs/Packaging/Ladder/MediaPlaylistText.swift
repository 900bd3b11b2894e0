import Muxing

/// Writes the media playlist of a rendition (RFC 8216bis 4.4.3 and 4.4.4).
struct MediaPlaylistText {
    let made: GeneratedRendition
    /// The folder of the rendition's files, beside the playlist.
    let folder: String
    /// `EXT-X-TARGETDURATION`, in seconds.
    let target: Int64

    /// Returns the playlist; `durations` are those of the segments, in microseconds.
    func text(durations: [Int64]) -> String {
        let hasRanges = made.segments.contains { $0.place.range != nil }
        // The versions that RFC 8216bis 8 requires for MAP, BYTERANGE, and fractions in EXTINF.
        var lines = head(version: made.initializationSection != nil ? 6 : hasRanges ? 4 : 3)
        lines += map
        for (segment, duration) in zip(made.segments, durations) {
            lines += entry(segment.place, duration)
        }
        return Self.joined(lines)
    }

    /// Returns the playlist of the I-frames (RFC 8216bis 4.4.3.6); `durations` are theirs, in microseconds.
    func iFrameText(durations: [Int64]) -> String {
        var lines = head(version: made.initializationSection != nil ? 5 : 4)
        lines.append("#EXT-X-I-FRAMES-ONLY")
        lines += map
        let places = made.segments.flatMap { segment in
            segment.iFrames.map { GeneratedRendition.Location(file: segment.place.file, range: $0.range) }
        }
        for (place, duration) in zip(places, durations) { lines += entry(place, duration) }
        return Self.joined(lines)
    }

    private func head(version: Int) -> [String] {
        [
            "#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-TARGETDURATION:\(target)",
            "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
    }

    private var map: [String] {
        guard let place = made.initializationSection else { return [] }
        var attributes = AttributeListText()
        attributes.add("URI", quoted: uri(place))
        attributes.add("BYTERANGE", quoted: place.range.map(Self.text(of:)))
        return ["#EXT-X-MAP:" + attributes.text]
    }

    private func entry(_ place: GeneratedRendition.Location, _ duration: Int64) -> [String] {
        let range = place.range.map { ["#EXT-X-BYTERANGE:" + Self.text(of: $0)] } ?? []
        return ["#EXTINF:" + DecimalText.of(duration, decimals: 6) + ","] + range + [uri(place)]
    }

    private func uri(_ place: GeneratedRendition.Location) -> String {
        folder + "/" + made.files[place.file].name
    }

    private static func text(of range: Range<UInt64>) -> String { "\(range.count)@\(range.lowerBound)" }

    private static func joined(_ lines: [String]) -> String {
        (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n") + "\n"
    }
}
