import HLSPlaylists

/// Refuses what would give two keys one URI when no record tells keys apart (`--no-records`).
///
/// The template then yields one URI, so there may be one key. Keys are told apart by their URIs.
struct UnrecordedKeyCheck {
    let tree: RewriteTree
    let media: [(path: TreePath, groups: [KeyLineGroup])]
    let systems: [KeySystem]
    let addsLines: Bool

    /// - Parameter uri: the new URI, for messages.
    /// - Throws: `PackagingError` when there are two keys.
    func check(uri: String) throws(PackagingError) {
        for system in systems {
            try checkReplaced(system, uri: uri)
            if addsLines { try checkAdded(system, uri: uri) }
        }
    }

    private func checkReplaced(_ system: KeySystem, uri: String) throws(PackagingError) {
        var first: (uri: String, place: RewriteError.Place)?
        for (path, groups) in media {
            for key in groups.flatMap(\.keys) where key.value.system == system {
                try compare(key, in: path, with: &first, uri)
            }
        }
        for key in tree.multivariant?.sessionKeys ?? [] where key.value.system == system {
            try compare(key, in: tree.entry, with: &first, uri)
        }
    }

    private func compare(
        _ key: Located<EncryptionKey>,
        in path: TreePath,
        with first: inout (uri: String, place: RewriteError.Place)?,
        _ uri: String
    ) throws(PackagingError) {
        let place = RewriteError.Place(playlist: path, line: key.line)
        let written = key.value.uri ?? ""
        guard let known = first else {
            first = (written, place)
            return
        }
        guard known.uri.utf8.elementsEqual(written.utf8) else {
            throw .rewrite(.sharedURI(place, uri: KeyURIText.redacted(uri), other: known.place))
        }
    }

    /// Of the lines beside which the system is added, those of one system at least must name one key.
    private func checkAdded(_ system: KeySystem, uri: String) throws(PackagingError) {
        var lacking: [(group: KeyLineGroup, path: TreePath)] = []
        for (path, groups) in media {
            lacking += groups.filter { $0.key(of: system) == nil }.map { ($0, path) }
        }
        guard let first = lacking.first, let firstKey = first.group.keys.first else { return }
        let isOneKey = first.group.keys.contains { key in
            lacking.allSatisfy { other in
                other.group.key(of: key.value.system)?.value.uri.map { Array($0.utf8) }
                    == key.value.uri.map { Array($0.utf8) }
            }
        }
        guard !isOneKey else { return }
        let different = lacking.first { other in
            other.group.key(of: firstKey.value.system)?.value.uri != firstKey.value.uri
        }
        let place = RewriteError.Place(
            playlist: different?.path ?? first.path,
            line: different?.group.keys.first?.line ?? firstKey.line
        )
        let other = RewriteError.Place(playlist: first.path, line: firstKey.line)
        throw .rewrite(.sharedURI(place, uri: KeyURIText.redacted(uri), other: other))
    }
}
