import FoundationEssentials
import HLSPlaylists
import Presentations
import ProtectionTerms

/// The playlists of a tree after all edits, before they are written.
struct RewriteResult {
    let tree: RewriteTree
    let plan: KeyURIPlan?
    let multivariant: RewrittenPlaylist<MultivariantPlaylist>?
    let media: [RewrittenPlaylist<MediaPlaylist>]
    /// The warnings about requests without effect, and about results that are not recorded.
    var warnings: [String]

    /// A playlist before and after all edits.
    typealias Documents = (path: TreePath, old: PlaylistDocument, new: PlaylistDocument)

    /// The old and new bytes of the files, each serialized on access, since playlists may be long.
    ///
    /// The multivariant playlist is last. While files are replaced, a player that reads it then finds the
    /// playlists that it names.
    var files: LazyMapCollection<[Documents], InPlacePublisher.Replacement> {
        var documents: [Documents] = zip(tree.media, media).map { before, after in
            (after.path, before.playlist.document, after.playlist.document)
        }
        if let before = tree.multivariant, let after = multivariant {
            documents.append((after.path, before.document, after.playlist.document))
        }
        return documents.lazy.map { path, old, new in
            InPlacePublisher.Replacement(path: path, old: old.serialized(), new: new.serialized())
        }
    }

    /// The media playlists from which segments were cut.
    var cutPlaylists: Set<TreePath> {
        Set(media.filter { $0.report.droppedSegments > 0 }.map(\.path))
    }

    /// The media playlists in which URIs of media got another base.
    var playlistsWithRebasedMedia: Set<TreePath> { Set(media.filter(\.movesMedia).map(\.path)) }

    /// The keys with new URIs that occur in the written playlists, in a deterministic order.
    var writtenKeys: [KeyURIPlan.NamedKey] {
        let keys =
            media.flatMap(\.playlist.keys).map(\.value)
            + (multivariant?.playlist.sessionKeys.map(\.value) ?? [])
        let written = Set(keys.map { [$0.keyFormat, $0.uri ?? ""] })
        return (plan?.namedKeys ?? [])
            .filter { written.contains([$0.key.keyFormat, $0.key.uri ?? ""]) }
            .sorted { Self.order($0).lexicographicallyPrecedes(Self.order($1)) }
    }

    /// Returns the report of the run.
    func report(output: String, outcome: String) -> RewriteReport {
        var lines = ((multivariant.map { [$0.report] } ?? []) + media.map(\.report))
        let changedPaths = Set(files.filter { $0.old != $0.new }.map(\.path.description))
        for index in lines.indices {
            lines[index].isChanged = changedPaths.contains(lines[index].playlist)
        }
        var seen: Set<RewriteReport.KeyLine> = []
        let keys = writtenKeys.map { namedKey in
            RewriteReport.KeyLine(
                keyID: namedKey.keyID.map { $0.uuidString.lowercased() },
                system: namedKey.key.system.name,
                uri: KeyURIRedaction.redacted(namedKey.key.uri ?? "")
            )
        }
        return RewriteReport(
            output: output,
            outcome: outcome,
            playlists: lines,
            keys: keys.filter { seen.insert($0).inserted },
            unreferenced: tree.unreferenced.map(\.description),
            warnings: warnings + tree.warnings + tree.selection.warnings + (plan?.warnings ?? [])
                + (multivariant?.warnings ?? [])
                + media.flatMap(\.warnings)
        )
    }

    private static func order(_ namedKey: KeyURIPlan.NamedKey) -> [String] {
        let key = namedKey.key
        return [
            key.system.name, key.uri ?? "", namedKey.keyID?.uuidString ?? "", key.method.name, key.keyFormat,
            key.keyFormatVersions ?? "",
        ]
    }
}
