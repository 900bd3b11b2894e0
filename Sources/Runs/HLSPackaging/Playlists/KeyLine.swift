import HLSPlaylists

/// A key line that is about to be written.
struct KeyLine: Hashable, Sendable {
    /// What it says.
    let key: EncryptionKey
    /// The whole line where it came with the key; nil for one that is written of `key`.
    var given: String?

    /// The line without its ending.
    func text(_ tag: TagName) throws(PlaylistError) -> String {
        if let given { return given }
        return try key.tagLine(tag)
    }
}
