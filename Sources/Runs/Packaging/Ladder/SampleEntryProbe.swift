import Bitstreams
import ISOBaseMedia
import MediaProbing
import Mezzanines

/// Describes sample entries with `MediaProbe`, so that `CODECS` is what readers of the media derive.
enum SampleEntryProbe {
    /// Describes the track of a sample entry.
    ///
    /// - Parameters:
    ///   - format: the format, which has the sample entry.
    ///   - content: video or audio.
    /// - Returns: the track as the probe sees it, or nil if the entry is malformed.
    static func track(of format: TrackFormat, _ content: SourceTrack.Content) -> MediaTrack? {
        let section = movie(format.sampleEntry, handler: content == .video ? "vide" : "soun")
        var probe = MediaProbe()
        guard (try? probe.consume(section.span)) != nil, let found = try? probe.finish() else { return nil }
        return found.tracks.first
    }

    /// Returns the smallest movie around a sample entry (ISO/IEC 14496-12, 8.2 to 8.5).
    private static func movie(_ entry: BoxNode, handler: FourCharacterCode) -> [UInt8] {
        let descriptions = BoxNode("stsd", fields: [0, 0, 0, 0, 0, 0, 0, 1], children: [entry])
        let media = BoxNode(
            "mdia",
            children: [
                // Version and two times, timescale 1, duration and language.
                BoxNode("mdhd", fields: zeros(12) + [0, 0, 0, 1] + zeros(8)),
                BoxNode("hdlr", fields: zeros(8) + [UInt8](bigEndian: handler.rawValue) + zeros(13)),
                BoxNode("minf", children: [BoxNode("stbl", children: [descriptions])]),
            ]
        )
        let track = BoxNode(
            "trak",
            children: [BoxNode("tkhd", fields: zeros(12) + [0, 0, 0, 1] + zeros(68)), media]
        )
        let movie = BoxNode("moov", children: [BoxNode("mvhd", fields: zeros(100)), track])
        return BoxNode("ftyp", fields: Array("iso6".utf8) + zeros(4)).bytes + movie.bytes
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
