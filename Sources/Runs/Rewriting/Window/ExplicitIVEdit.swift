import Ciphers
import Failures
import HLSPlaylists
import Presentations

/// Writes the IVs that media sequence numbers imply (RFC 8216bis 4.4.4.4), so that a cut does not change
/// them.
///
/// Only keys of the identity key format have such IVs. Each segment then gets a key line of its own.
struct ExplicitIVEdit {
    let path: TreePath

    func apply(to playlist: MediaPlaylist, _ document: inout PlaylistDocument) throws(RunFailure) {
        try mapErrors(to: { .playlist(path, $0) }) { () throws(PlaylistError) in
            var end = 0
            var edited: [EncryptionKey] = []
            for segment in playlist.segments {
                let keyLists = playlist.parts[segment.parts].map(\.keys) + [segment.keys]
                for key in Self.implicitKeys(of: keyLists, in: playlist) {
                    try write(segment.mediaSequence, key, before: segment.firstLine, since: end, &document)
                    if edited.last != key.value { edited.append(key.value) }
                }
                end = segment.uriLine
            }
            edited += try writeTrailing(playlist, since: end, &document)
            try document.raiseVersion(for: edited.map(Self.withIV))
        }
    }

    /// Writes the IV of a segment that has only partial segments so far, at the end of the playlist.
    ///
    /// - Returns: the keys of that segment.
    private func writeTrailing(
        _ playlist: MediaPlaylist,
        since end: Int,
        _ document: inout PlaylistDocument
    ) throws(PlaylistError) -> [EncryptionKey] {
        let parts = playlist.parts[playlist.trailingParts]
        guard let first = parts.first else { return [] }
        let keys = Self.implicitKeys(of: parts.map(\.keys), in: playlist)
        for key in keys {
            try write(first.mediaSequence, key, before: first.line, since: end, &document)
        }
        return keys.map(\.value)
    }

    private func write(
        _ mediaSequence: UInt64,
        _ key: Located<EncryptionKey>,
        before firstLine: Int,
        since end: Int,
        _ document: inout PlaylistDocument
    ) throws(PlaylistError) {
        let iv = AttributeValue.hexadecimalSequence(InitializationVector(mediaSequence: mediaSequence).bytes)
        guard key.line <= end else { return try document.setAttribute("IV", to: iv, line: key.line) }
        let line = try document.line(key.line)
        try document.insert(
            line.replacingValue(with: line.attributes().appending("IV", iv).text),
            before: firstLine
        )
    }

    /// Returns the keys of a segment that have an implicit IV, each once, in the order of their lines.
    ///
    /// There are several if the key changes between partial segments. `keyLists` are the keys of each partial
    /// segment and of the segment, as indices into `playlist.keys`.
    private static func implicitKeys(
        of keyLists: [[Int]],
        in playlist: MediaPlaylist
    ) -> [Located<EncryptionKey>] {
        Set(keyLists.joined()).sorted().map { playlist.keys[$0] }.filter { key in
            let isImplicit = key.value.keyFormat == EncryptionKey.identity && key.value.iv == nil
            return isImplicit && (key.value.method == .aes128 || key.value.method == .sampleAES)
        }
    }

    /// Returns a key with an IV, for `raiseVersion`, to which only its presence matters.
    private static func withIV(_ key: EncryptionKey) -> EncryptionKey {
        var keyWithIV = key
        keyWithIV.iv = InitializationVector(mediaSequence: 0).bytes
        return keyWithIV
    }
}
