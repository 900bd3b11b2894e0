/// The keys of a media playlist, and which of them are in force (RFC 8216bis 4.4.4.4): a key applies until the next
/// one of the same key format, or until `NONE`.
package struct KeyScope {
    /// Every key in order, `NONE` included.
    private(set) var keys: [Located<EncryptionKey>] = []
    /// The keys in force after the last one, as indices into `keys`, in order.
    private(set) var inForce: [Int] = []

    /// The texts of the last key.
    private(set) var lastTexts: EncryptionKey.Texts?

    /// The most keys that are in force together: far more than there are key systems.
    ///
    /// Each segment has the list of its keys, which must not make memory grow with the square of the lines.
    package static let maximumInForce = 64

    /// Adds a key.
    ///
    /// - Throws: `PlaylistError` when more than `maximumInForce` key formats would be in force together.
    mutating func add(_ key: consuming EncryptionKey, line: Int) throws(PlaylistError) {
        if key.method == .none {
            inForce = []
        } else if inForce.count == 1, keys[inForce[0]].value.keyFormat == key.keyFormat {
            // Most playlists have one system; segments share the old array, so it is not changed but replaced.
            inForce = [keys.count]
        } else {
            let keyFormat = key.keyFormat
            let others = inForce.filter { keys[$0].value.keyFormat != keyFormat }
            guard others.count < Self.maximumInForce else {
                throw PlaylistError(line: line, .tag(.tooManyKeyFormats(limit: Self.maximumInForce)))
            }
            inForce = others + [keys.count]
        }
        if lastTexts?.uri != key.uri || lastTexts?.keyFormat != key.keyFormat {
            lastTexts = EncryptionKey.Texts(uri: key.uri, keyFormat: key.keyFormat)
        }
        keys.append(Located(line: line, key))
    }
}
