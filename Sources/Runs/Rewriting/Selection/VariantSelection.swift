import Failures
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
    func apply(to document: inout PlaylistDocument, of path: TreePath) throws(RunFailure) {
        let lines = [variantLines, uriLines, iFrameLines, renditionLines, sessionKeyLines].flatMap(\.self)
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            for line in lines.sorted() { try document.remove(line: line) }
            for attribute in attributes {
                try document.removeAttribute(attribute.name, line: attribute.line)
            }
        }
    }
}

extension VariantSelection {
    /// Creates the selection that a filter makes in a playlist.
    ///
    /// - Throws: `RunFailure` if a filter is given for a media playlist (`multivariant` is nil), or
    ///   something that a player needs would be removed.
    init(
        _ filter: SelectionFilter,
        _ multivariant: MultivariantPlaylist?,
        of path: TreePath
    ) throws(RunFailure) {
        guard let multivariant else {
            guard filter.isEmpty else { throw .selectionInMediaPlaylist(path) }
            self = .all
            return
        }
        self = try VariantSelector(path: path, playlist: multivariant, filter: filter).selection()
    }

    /// Removes the session keys that removed playlists use and no kept playlist uses.
    ///
    /// Session keys that no playlist uses stay: they may be for segments to come.
    mutating func dropSessionKeys(
        of multivariant: MultivariantPlaylist,
        usedBy droppedPlaylists: [MediaPlaylist],
        keeping keptPlaylists: [MediaPlaylist]
    ) {
        guard !multivariant.sessionKeys.isEmpty, !droppedPlaylists.isEmpty else { return }
        let unused = Self.uris(droppedPlaylists).subtracting(Self.uris(keptPlaylists))
        for key in multivariant.sessionKeys where unused.contains(Array((key.value.uri ?? "").utf8)) {
            sessionKeyLines.insert(key.line)
        }
    }

    private static func uris(_ playlists: [MediaPlaylist]) -> Set<[UInt8]> {
        Set(playlists.flatMap(\.keys).compactMap { key in key.value.uri.map { Array($0.utf8) } })
    }
}
