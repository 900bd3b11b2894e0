import Failures
import HLSPlaylists
import Inspection
import PlaylistLinting
import Presentations

/// Compares the playlists of a protected presentation with those of the clear one.
///
/// Versions may only be higher, and only as high as key lines need.
enum SourceTreeCheck: PresentationCheck {
    /// Reports all differences that are not due to the protection; the findings are all errors.
    ///
    /// Throws `RunFailure` if the media cannot be measured.
    static func findings(on verified: VerifiedPresentation) throws(RunFailure) -> [Finding] {
        guard let source = verified.source else { return [] }
        let (presentation, added) = (verified.presentation, verified.addedLines)
        let tree = verified.trees.tree
        let clearDocuments = Dictionary(source.playlists.map { ($0.path, $0.document) }) { first, _ in first }
        func compare(_ growth: SourcePlaylistCheck.Growth) -> [Finding] {
            presentation.playlists.compactMap { path, document in
                guard let counterpart = clearDocuments[path] else {
                    return Finding(
                        .sourcePlaylist,
                        "the source has no playlist at this path",
                        playlist: path.description
                    )
                }
                return SourcePlaylistCheck.finding(
                    document,
                    counterpart,
                    at: path,
                    added: added,
                    mayGrow: verified.items.isSampleEncrypted,
                    growth
                )
            }
        }
        var differences = compare(try StreamBitrates(tree).map { .measured($0) } ?? .none)
        let entryDiffers = differences.contains { $0.playlist == presentation.entry.description }
        // The segments that were cut may have had the highest bitrates.
        if entryDiffers, added.isPublishedWithPart(presentation.entry.description) {
            differences = compare(.unknown)
        }
        let presentPaths = Set(verified.trees.faults.map(\.playlist) + presentation.playlists.map(\.path))
        let missingPlaylists = source.playlists.map(\.path).filter { !presentPaths.contains($0) }.map {
            Finding(
                .sourcePlaylist,
                "the presentation lacks this playlist of the source",
                playlist: $0.description
            )
        }
        let missingDiscontinuities = added.missingDiscontinuities.map { playlist, segment in
            Finding(
                .sourcePlaylist,
                "an EXT-X-DISCONTINUITY is missing before this segment, where the clear lead ends",
                playlist: playlist.description,
                line: segment.uriLine
            )
        }
        return differences + missingPlaylists + missingDiscontinuities
            + versionFindings(presentation, source, added, tree)
    }

    private static func versionFindings(
        _ presentation: Presentation,
        _ source: Presentation,
        _ added: AddedLines,
        _ tree: PlaylistTree
    ) -> [Finding] {
        let sourceVersions = Dictionary(versions(of: source).map { ($0.path, $0.version) }) { first, _ in
            first
        }
        let neededVersions = PlaylistLinter.neededVersions(LintInput(tree))
        return versions(of: presentation).compactMap { path, version, line in
            guard let least = sourceVersions[path] else { return nil }
            // Session keys that were removed may have raised the entry's version to what the key lines need.
            let neededVersion =
                path == presentation.entry ? neededVersions.values.max() : neededVersions[path.description]
            let most = max(least, neededVersion ?? 1)
            guard !(least...most).contains(version) else { return nil }
            // The key lines that needed the version may have been cut.
            if version > most, added.isPublishedWithPart(path.description) { return nil }
            let expected = least == most ? "\(least)" : "\(least) to \(most)"
            return Finding(
                .sourcePlaylist,
                "the version is \(version < least ? "lower" : "higher") than that of the source and its key lines "
                    + "(\(version), expected \(expected))",
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
