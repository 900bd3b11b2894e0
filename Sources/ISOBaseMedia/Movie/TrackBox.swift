package import Bitstreams

/// `trak`: a track of a movie (ISO/IEC 14496-12, 8.3.1).
package struct TrackBox: Hashable, Sendable {
    /// track_ID of `tkhd`.
    package let trackID: UInt32
    /// `mdia`.
    package let media: MediaBox

    /// Reads the body and the boxes in it that are known; others are passed over.
    package init(_ box: Box) throws(ParseError) {
        var trackID: UInt32?
        var media: MediaBox?
        var children = box.children
        while let child = try children.next() {
            switch child.type {
            case "tkhd":
                guard trackID == nil else { throw child.isRepeated }
                trackID = try Self.trackID(child)
            case "mdia":
                guard media == nil else { throw child.isRepeated }
                media = try MediaBox(child)
            default:
                break
            }
        }
        guard let trackID else { throw box.lacks("tkhd") }
        guard let media else { throw box.lacks("mdia") }
        self.trackID = trackID
        self.media = media
    }

    /// `tkhd` (8.3.2): creation and modification time come before the id, 60 or 68 bytes after it.
    private static func trackID(_ box: Box) throws(ParseError) -> UInt32 {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, newest: 1)
        try reader.skip(full.version == 0 ? 8 : 16)
        let trackID = try reader.uint32()
        try reader.skip(full.version == 0 ? 68 : 72)
        return trackID
    }
}
