import HLSPlaylists
import Presentations

/// The lines of a multivariant playlist that go because of `--keep` and `--drop`; by their numbers as they were read.
struct VariantSelection: Sendable {
    /// An attribute that goes because its group has no rendition any more.
    struct Attribute: Hashable, Sendable {
        let name: String
        let line: Int
    }

    /// The tags of variants that go.
    var variantLines: Set<Int> = []
    /// The URIs of variants that go.
    var uriLines: Set<Int> = []
    /// The tags of I-frame variants that go.
    var iFrameLines: Set<Int> = []
    /// The tags of renditions that go.
    var renditionLines: Set<Int> = []
    /// The session keys that no playlist uses any more.
    var sessionKeyLines: Set<Int> = []
    /// The attributes that go from lines that stay.
    var attributes: [Attribute] = []
    /// Warnings for the user.
    var warnings: [String] = []

    /// Nothing goes.
    static let all = VariantSelection()

    /// Tells whether a tag that names a playlist stays.
    func keeps(line: Int) -> Bool {
        !variantLines.contains(line) && !iFrameLines.contains(line) && !renditionLines.contains(line)
    }

    /// Takes the lines and attributes out of the playlist at a path.
    func apply(to document: inout PlaylistDocument, of path: TreePath) throws(PresentationError) {
        let lines = [variantLines, uriLines, iFrameLines, renditionLines, sessionKeyLines].flatMap(\.self)
        try playlistCalls(path) { () throws(PlaylistError) in
            for line in lines.sorted() { try document.remove(line: line) }
            for attribute in attributes {
                try document.removeAttribute(attribute.name, line: attribute.line)
            }
        }
    }
}
