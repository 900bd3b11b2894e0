package import Bitstreams

/// `moov` of an initialization section: the tracks and the defaults of fragments (ISO/IEC 14496-12, 8.2.1 and
/// 8.8.1).
package struct MovieBox: Hashable, Sendable {
    /// `mvhd`: the movie header.
    let header: MovieHeaderBox
    /// The `trak` boxes, in order.
    package let tracks: [TrackBox]
    /// The `trex` boxes of `mvex`, one per track, or nil without `mvex`, as in a movie without fragments.
    package let extends: [TrackExtendsBox]?

    /// Reads the body with the known boxes in it, and skips others.
    package init(_ box: Box) throws(ParseError) {
        var tracks: [TrackBox] = []
        var extends: [TrackExtendsBox]?
        var header: MovieHeaderBox?
        var children = box.children
        while let child = try children.next() {
            switch child.type {
            case "mvhd":
                guard header == nil else { throw child.repeatedBoxError }
                header = try MovieHeaderBox(child)
            case "trak":
                tracks.append(try TrackBox(child))
            case "mvex":
                guard extends == nil else { throw child.repeatedBoxError }
                extends = try Self.extends(child)
            default:
                break
            }
        }
        guard let header else { throw box.missingBoxError("mvhd") }
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
