import Bitstreams

/// `trak`: a track of a movie (ISO/IEC 14496-12, 8.3.1).
package struct TrackBox: Hashable, Sendable {
    /// `tkhd`: the track header.
    package let header: TrackHeaderBox
    /// `mdia`: the media format.
    package let media: MediaBox

    /// track_ID of `tkhd`.
    package var trackID: UInt32 { header.trackID }

    /// Reads the body with the known boxes in it, and skips others.
    init(_ box: Box) throws(ParseError) {
        var header: TrackHeaderBox?
        var media: MediaBox?
        var children = box.children
        while let child = try children.next() {
            switch child.type {
            case "tkhd":
                guard header == nil else { throw child.repeatedBoxError }
                header = try TrackHeaderBox(child)
            case "mdia":
                guard media == nil else { throw child.repeatedBoxError }
                media = try MediaBox(child)
            default:
                break
            }
        }
        guard let header else { throw box.missingBoxError("tkhd") }
        guard let media else { throw box.missingBoxError("mdia") }
        self.header = header
        self.media = media
    }
}
