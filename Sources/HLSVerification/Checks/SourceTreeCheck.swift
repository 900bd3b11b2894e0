import HLSPackaging
import HLSPlaylists

/// Compares the playlists of a protected presentation with those of the clear one; versions may only be higher.
enum SourceTreeCheck {
    /// - Parameters:
    ///   - presentation: the protected presentation.
    ///   - source: the clear one.
    ///   - unread: playlists that are there and could not be read.
    ///   - added: lines that the protection added.
    /// - Returns: what differs in more than the protection.
    static func findings(
        _ presentation: Presentation,
        _ source: Presentation,
        unread: Set<TreePath>,
        added: AddedLines
    ) -> [Finding] {
        let clear = Dictionary(source.playlists.map { ($0.path, $0.document) }) { first, _ in first }
        let mayGrow = presentation.renditions.contains { rendition in
            rendition.playlist.keys.contains { ProtectionMethod($0.method)?.encryptsSamples == true }
        }
        let compared = presentation.playlists.compactMap { path, document in
            guard let counterpart = clear[path] else {
                return Finding(
                    .sourcePlaylist,
                    "the source has no playlist of this path",
                    playlist: path.description
                )
            }
            return SourcePlaylistCheck.finding(
                document,
                counterpart,
                at: path,
                added: added,
                mayGrow: mayGrow
            )
        }
        let present = unread.union(presentation.playlists.map(\.path))
        let missing = source.playlists.map(\.path).filter { !present.contains($0) }.map {
            Finding(
                .sourcePlaylist,
                "the presentation lacks this playlist of the source",
                playlist: $0.description
            )
        }
        return compared + missing + loweredVersions(presentation, source)
    }

    private static func loweredVersions(_ presentation: Presentation, _ source: Presentation) -> [Finding] {
        let required = Dictionary(versions(of: source).map { ($0.path, $0.version) }) { first, _ in first }
        return versions(of: presentation).compactMap { path, version, line in
            guard let least = required[path], version < least else { return nil }
            return Finding(
                .sourcePlaylist,
                "the version is lower than the source's (\(version), expected at least \(least))",
                playlist: path.description,
                line: line
            )
        }
    }

    private static func versions(
        of presentation: Presentation
    ) -> [(path: TreePath, version: Int, line: Int?)] {
        let entry = presentation.multivariant.map { [(presentation.entry, $0.version, $0.versionLine)] }
        return (entry ?? [])
            + presentation.renditions.map { ($0.path, $0.playlist.version, $0.playlist.versionLine) }
    }
}
