import Failures
import HLSPlaylists
import Presentations

/// Changes the `EXT-X-SESSION-KEY` lines of a multivariant playlist (RFC 8216bis 4.4.6.5).
struct SessionKeyEdit {
    let path: TreePath
    let change: SessionKeyChange
    /// The media playlists as they will be written.
    let media: [MediaPlaylist]
    /// Indicates whether the tree contains every playlist that the multivariant playlist names.
    let isComplete: Bool
    /// Indicates whether `.keep` removes session keys that no media playlist uses, since segments were cut.
    let dropsUnused: Bool
    /// Indicates whether `.keep` removes repeated session keys, since two URIs of one key may have become
    /// equal.
    let removesRepeated: Bool

    /// Edits the document of a playlist after all other edits, and adds the numbers of changed lines to
    /// `counts`.
    ///
    /// - Throws: `RunFailure` if a line cannot be written.
    func apply(
        to playlist: MultivariantPlaylist,
        _ document: inout PlaylistDocument,
        _ counts: inout RewriteReport.LineCounts
    ) throws(RunFailure) {
        let derives = change == .start || change == .all
        guard derives || !playlist.sessionKeys.isEmpty else { return }
        let derived = derives ? derivedKeys() : []
        let removed = removedKeys(of: playlist, derived)
        for key in removed {
            try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                try document.remove(line: key.line)
            }
        }
        counts.removed += removed.count
        guard derives else { return }
        let staying = Set(playlist.sessionKeys.map { $0.value.normalized })
        let added = derived.filter { !staying.contains($0.normalized) }
        for key in added {
            try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
                try document.insert(key.tagLine(.sessionKey), after: playlist.sessionKeyInsertionLine)
            }
        }
        counts.added += added.count
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            try document.raiseVersion(for: added, as: .sessionKey)
        }
    }

    private func removedKeys(
        of playlist: MultivariantPlaylist,
        _ derived: [EncryptionKey]
    ) -> [Located<EncryptionKey>] {
        lazy var mediaURIs = Set(media.flatMap(\.keys).map { Self.bytes($0.value) })
        var seen: Set<EncryptionKey> = []
        switch change {
        case .none: return playlist.sessionKeys
        case .start, .all:
            // An existing line with a derived key stays as written. So do keys of playlists that are not in
            // the tree.
            let wanted = Set(derived.map(\.normalized))
            return playlist.sessionKeys.filter { key in
                let isElsewhere = !isComplete && !mediaURIs.contains(Self.bytes(key.value))
                let isWanted = wanted.contains(key.value.normalized)
                return !(isElsewhere || (isWanted && seen.insert(key.value.normalized).inserted))
            }
        case .keep:
            return playlist.sessionKeys.filter { key in
                let isUnused = dropsUnused && isComplete && !mediaURIs.contains(Self.bytes(key.value))
                let isRepeated = !seen.insert(key.value.normalized).inserted
                return isUnused || (removesRepeated && isRepeated)
            }
        }
    }

    /// Returns the keys of the media playlists, each once, as session keys.
    private func derivedKeys() -> [EncryptionKey] {
        var seen: Set<EncryptionKey> = []
        return media.flatMap { change == .start ? Self.firstKeys(of: $0) : $0.keys.map(\.value) }
            .filter { $0.method != .none }
            .map { key in
                var session = key
                session.iv = nil
                return session
            }
            .filter { seen.insert($0.normalized).inserted }
    }

    /// Returns the keys that a player needs to begin playback.
    ///
    /// These are the keys of the first encrypted initialization section and of the first encrypted segment.
    private static func firstKeys(of playlist: MediaPlaylist) -> [EncryptionKey] {
        let section = playlist.initializationSections.first { !$0.keys.isEmpty }?.keys ?? []
        let segment = playlist.segments.first { !$0.keys.isEmpty }?.keys ?? []
        return (section + segment.filter { !section.contains($0) }).map { playlist.keys[$0].value }
    }

    private static func bytes(_ key: EncryptionKey) -> [UInt8] { Array((key.uri ?? "").utf8) }
}
