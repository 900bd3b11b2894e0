extension EncryptionKey {
    /// Returns the lowest protocol version that has everything in the written line (RFC 8216bis 8).
    ///
    /// - Parameter tag: `.key`, or `.sessionKey`, whose methods section 8 does not name.
    /// - Returns: the version; 1 if nothing needs more.
    package func neededVersion(as tag: TagName = .key) -> Int {
        let writtenNames = writtenAttributes.map(\.name)
        let versions = tag.definition.attributes.filter { writtenNames.contains($0.name) }.map(\.version)
        return max(versions.max() ?? 1, tag == .key ? method.neededVersion : 1)
    }
}

extension EncryptionKey.Method {
    /// The lowest protocol version that has the method in an `EXT-X-KEY` (RFC 8216bis 8); 1 if none is named.
    var neededVersion: Int { self == .sampleAES ? 5 : 1 }
}

extension PlaylistDocument {
    /// Raises the version to at least what new key lines in the document need.
    ///
    /// - Parameters:
    ///   - keys: the keys of the lines.
    ///   - tag: `.key` or `.sessionKey`.
    /// - Throws: `PlaylistError` if the document can hold no more new text.
    package mutating func raiseVersion(
        for keys: some Sequence<EncryptionKey>,
        as tag: TagName = .key
    ) throws(PlaylistError) {
        let version = keys.map { $0.neededVersion(as: tag) }.max() ?? 1
        guard version > 1 else { return }
        try raiseVersion(to: version)
    }
}
