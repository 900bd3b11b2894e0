extension EncryptionKey {
    /// The lowest protocol version that has what the written line says (RFC 8216bis 8).
    ///
    /// - Parameter tag: `.key`, or `.sessionKey`, of whose methods section 8 does not speak.
    /// - Returns: the version; 1 where nothing needs more.
    package func neededVersion(as tag: TagName = .key) -> Int {
        let written = writtenAttributes.map(\.name)
        let versions = tag.definition.attributes.filter { written.contains($0.name) }.map(\.version)
        return max(versions.max() ?? 1, tag == .key ? method.neededVersion : 1)
    }
}

extension EncryptionKey.Method {
    /// The lowest protocol version that has it in an `EXT-X-KEY` (RFC 8216bis 8); 1 where none is named.
    var neededVersion: Int { self == .sampleAES ? 5 : 1 }
}

extension PlaylistDocument {
    /// Makes the version at least what key lines need that are written into the document.
    ///
    /// - Parameters:
    ///   - keys: the keys of the lines.
    ///   - tag: `.key` or `.sessionKey`.
    /// - Throws: `PlaylistError` when the version in the document is malformed.
    package mutating func raiseVersion(
        for keys: some Sequence<EncryptionKey>,
        as tag: TagName = .key
    ) throws(PlaylistError) {
        let version = keys.map { $0.neededVersion(as: tag) }.max() ?? 1
        guard version > 1 else { return }
        try raiseVersion(to: version)
    }
}
