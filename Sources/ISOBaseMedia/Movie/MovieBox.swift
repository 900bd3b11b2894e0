package import Bitstreams

/// `moov` of an initialization section: the tracks, and that fragments follow (ISO/IEC 14496-12, 8.2.1 and 8.8.1).
package struct MovieBox: Hashable, Sendable {
    /// `trak`, in order.
    package let tracks: [TrackBox]
    /// `trex` of `mvex`, one for each track; nil without `mvex`, as in a movie without fragments.
    package let extends: [TrackExtendsBox]?

    /// Reads the body and the boxes in it that are known; others are passed over.
    package init(_ box: Box) throws(ParseError) {
        var tracks: [TrackBox] = []
        var extends: [TrackExtendsBox]?
        var hasHeader = false
        var children = box.children
        while let child = try children.next() {
            switch child.type {
            case "mvhd":
                guard !hasHeader else { throw child.isRepeated }
                hasHeader = true
                try Self.checkHeader(child)
            case "trak":
                tracks.append(try TrackBox(child))
            case "mvex":
                guard extends == nil else { throw child.isRepeated }
                extends = try Self.extends(child)
            default:
                break
            }
        }
        guard hasHeader else { throw box.lacks("mvhd") }
        self.tracks = tracks
        self.extends = extends
    }

    /// `mvhd` (8.2.2): 96 bytes behind version and flags, 108 with 64-bit times.
    private static func checkHeader(_ box: Box) throws(ParseError) {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, newest: 1)
        try reader.skip(full.version == 0 ? 96 : 108)
    }

    private static func extends(_ box: Box) throws(ParseError) -> [TrackExtendsBox] {
        var extends: [TrackExtendsBox] = []
        var children = box.children
        while let child = try children.next() {
            if child.type == "trex" { extends.append(try TrackExtendsBox(child)) }
        }
        return extends
    }
}
