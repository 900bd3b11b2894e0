import HLSPlaylists

/// Writes the IVs that the media sequence numbers give (RFC 8216bis 4.4.4.4), so that no cut changes them.
///
/// Only keys of the identity format have such IVs: a key line for each segment then.
struct ExplicitVectorEdit {
    let path: TreePath

    /// Edits the document of a media playlist.
    ///
    /// - Throws: `PackagingError` for a line that cannot be written.
    func apply(to playlist: MediaPlaylist, _ document: inout PlaylistDocument) throws(PackagingError) {
        do {
            var end = 0
            var isEdited = false
            for segment in playlist.segments {
                if let key = Self.implicitKey(among: segment.keys, of: playlist) {
                    try write(segment.mediaSequence, key, before: segment.firstLine, since: end, &document)
                    isEdited = true
                }
                end = segment.uriLine
            }
            isEdited = try writeTrailing(playlist, since: end, &document) || isEdited
            if isEdited { try document.raiseVersion(to: 2) }
        } catch {
            throw .playlist(path, error)
        }
    }

    /// The key of the segment whose parts stand behind the last whole one.
    private func writeTrailing(
        _ playlist: MediaPlaylist,
        since end: Int,
        _ document: inout PlaylistDocument
    ) throws(PlaylistError) -> Bool {
        let part = document.lines(tagged: .part).first { $0.number > end }
        guard let part, let last = playlist.segments.last else { return false }
        let trailing = playlist.keys.indices.filter { playlist.keys[$0].line > end }
        let inForce = trailing.isEmpty ? last.keys : trailing
        let (number, isTooLarge) = last.mediaSequence.addingReportingOverflow(1)
        guard !isTooLarge, let key = Self.implicitKey(among: inForce, of: playlist) else { return false }
        try write(number, key, before: part.number, since: end, &document)
        return true
    }

    private func write(
        _ number: UInt64,
        _ key: Located<EncryptionKey>,
        before firstLine: Int,
        since end: Int,
        _ document: inout PlaylistDocument
    ) throws(PlaylistError) {
        let vector = AttributeValue.hexadecimalSequence(Self.initializationVector(number))
        guard key.line <= end else { return try document.setAttribute("IV", to: vector, line: key.line) }
        let line = try document.line(key.line)
        try document.insert(line.text(with: line.attributes().appending("IV", vector)), before: firstLine)
    }

    private static func implicitKey(among keys: [Int], of playlist: MediaPlaylist) -> Located<EncryptionKey>?
    {
        keys.map { playlist.keys[$0] }.last { key in
            let isImplicit = key.value.keyFormat == EncryptionKey.identity && key.value.iv == nil
            return isImplicit && (key.value.method == .aes128 || key.value.method == .sampleAES)
        }
    }

    /// The media sequence number in 16 bytes, big endian.
    private static func initializationVector(_ number: UInt64) -> [UInt8] {
        [UInt8](repeating: 0, count: 8)
            + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
    }
}
