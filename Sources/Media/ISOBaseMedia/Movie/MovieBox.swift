package import Bitstreams

/// `moov` of an initialization section: the tracks, and that fragments follow (ISO/IEC 14496-12, 8.2.1 and 8.8.1).
package struct MovieBox: Hashable, Sendable {
    /// `mvhd`.
    package let header: MovieHeaderBox
    /// `trak`, in order.
    package let tracks: [TrackBox]
    /// `trex` of `mvex`, one for each track; nil without `mvex`, as in a movie without fragments.
    package let extends: [TrackExtendsBox]?

    /// Reads the body and the boxes in it that are known; others are passed over.
    package init(_ box: Box) throws(ParseError) {
        var tracks: [TrackBox] = []
        var extends: [TrackExtendsBox]?
        var header: MovieHeaderBox?
        var children = box.children
        while let child = try children.next() {
            switch child.type {
            case "mvhd":
                guard header == nil else { throw child.isRepeated }
                header = try MovieHeaderBox(child)
            case "trak":
                tracks.append(try TrackBox(child))
            case "mvex":
                guard extends == nil else { throw child.isRepeated }
                extends = try Self.extends(child)
            default:
                break
            }
        }
        guard let header else { throw box.lacks("mvhd") }
        self.header = header
        self.tracks = tracks
        self.extends = extends
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
