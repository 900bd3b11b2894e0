package import HLSPlaylists

/// A key line (`EXT-X-KEY` or `EXT-X-SESSION-KEY`) to be written.
package struct KeyLine: Hashable, Sendable {
    /// The attributes of the line.
    package let key: EncryptionKey
    /// The whole line if it was supplied with the key, or nil if it is generated from `key`.
    var suppliedLine: String?

    /// Creates a line from its attributes, or from the whole supplied line.
    package init(key: EncryptionKey, suppliedLine: String? = nil) {
        self.key = key
        self.suppliedLine = suppliedLine
    }

    /// Returns the line for a tag, without line ending.
    package func tagLine(_ tag: TagName) throws(PlaylistError) -> String {
        if let suppliedLine { return suppliedLine }
        return try key.tagLine(tag)
    }
}
