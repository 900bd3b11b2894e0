import HLSPlaylists
import Presentations

/// The lines of a multivariant playlist that `--keep` and `--drop` remove, by their numbers as they were
/// read.
struct VariantSelection: Sendable {
    /// An attribute to be removed because its group has no rendition left.
    struct Attribute: Hashable, Sendable {
        let name: String
        let line: Int
    }

    /// The lines of removed variants' tags.
    var variantLines: Set<Int> = []
    /// The lines of removed variants' URIs.
    var uriLines: Set<Int> = []
    /// The lines of removed I-frame variants.
    var iFrameLines: Set<Int> = []
    /// The lines of removed renditions.
    var renditionLines: Set<Int> = []
    /// The lines of session keys that no kept playlist uses.
    var sessionKeyLines: Set<Int> = []
    /// The attributes to be removed from lines that stay.
    var attributes: [Attribute] = []
    var warnings: [String] = []

    /// The selection that removes nothing.
    static let all = VariantSelection()

    /// Indicates whether the tag in this line, which names a playlist, stays.
    func keeps(line: Int) -> Bool {
        !variantLines.contains(line) && !iFrameLines.contains(line) && !renditionLines.contains(line)
    }

    /// Removes the lines and attributes from the playlist.
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
