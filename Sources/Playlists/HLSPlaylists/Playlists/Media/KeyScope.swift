/// The keys of a media playlist, and those of them that are in force (RFC 8216bis 4.4.4.4).
///
/// A key applies until the next key of the same key format, or until `NONE`.
package struct KeyScope {
    /// Every key in order, including `NONE`.
    private(set) var keys: [Located<EncryptionKey>] = []
    /// The keys in force after the last of `keys`, as indices into it, in order.
    private(set) var indicesInForce: [Int] = []

    /// The URI and key format of the last key, for reuse by the next.
    private(set) var lastTexts: EncryptionKey.Texts?

    /// The most keys in force at once: far more than there are key systems.
    ///
    /// Each segment has the list of its keys; the limit keeps memory from growing with the square of the
    /// lines.
    package static let maximumInForce = 64

    /// Adds a key.
    ///
    /// - Throws: `PlaylistError` if more than `maximumInForce` key formats would be in force at once.
    mutating func add(_ key: consuming EncryptionKey, line: Int) throws(PlaylistError) {
        if key.method == .none {
            indicesInForce = []
        } else if indicesInForce.count == 1, keys[indicesInForce[0]].value.keyFormat == key.keyFormat {
            // Most playlists have one key system. Segments share the old array, so it is replaced and not
            // changed.
            indicesInForce = [keys.count]
        } else {
            let keyFormat = key.keyFormat
            let otherIndices = indicesInForce.filter { keys[$0].value.keyFormat != keyFormat }
            guard otherIndices.count < Self.maximumInForce else {
                throw PlaylistError(line: line, .tag(.tooManyKeyFormats(limit: Self.maximumInForce)))
            }
            indicesInForce = otherIndices + [keys.count]
        }
        if lastTexts?.uri != key.uri || lastTexts?.keyFormat != key.keyFormat {
            lastTexts = EncryptionKey.Texts(uri: key.uri, keyFormat: key.keyFormat)
        }
        keys.append(Located(line: line, key))
    }
}
