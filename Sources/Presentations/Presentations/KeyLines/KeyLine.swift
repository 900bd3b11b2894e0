package import HLSPlaylists

/// A key line that is about to be written.
package struct KeyLine: Hashable, Sendable {
    /// What it says.
    package let key: EncryptionKey
    /// The whole line where it came with the key; nil for one that is written of `key`.
    var given: String?

    /// Makes a line of what it says.
    package init(key: EncryptionKey, given: String? = nil) {
        self.key = key
        self.given = given
    }

    /// The line without its ending.
    package func text(_ tag: TagName) throws(PlaylistError) -> String {
        if let given { return given }
        return try key.tagLine(tag)
    }
}
