/// The keys of a media playlist, and which of them are in force (RFC 8216bis 4.4.4.4): a key applies until the next
/// one of the same key format, or until `NONE`.
struct KeyScope {
    /// Every key in order, `NONE` included.
    private(set) var keys: [Located<EncryptionKey>] = []
    /// The keys in force after the last one, as indices into `keys`, in order.
    private(set) var inForce: [Int] = []

    /// How many keys may apply to one segment, which is fairlead's own limit: every segment lists its keys.
    static let maximumInForce = 64

    /// Adds a key.
    ///
    /// - Throws: `PlaylistError` when it would be one too many for a segment; it is left out then.
    mutating func add(_ key: EncryptionKey, line: Int) throws(PlaylistError) {
        if key.method == .none {
            inForce = []
        } else if inForce.count == 1, keys[inForce[0]].value.keyFormat == key.keyFormat {
            // Most playlists have one system; segments share the old array, so it is not changed but replaced.
            inForce = [keys.count]
        } else {
            let others = inForce.filter { keys[$0].value.keyFormat != key.keyFormat }
            guard others.count < Self.maximumInForce else {
                throw PlaylistError(line: line, .tag(.tooManyKeyFormats(maximum: Self.maximumInForce)))
            }
            inForce = others + [keys.count]
        }
        keys.append(Located(line: line, key))
    }
}
