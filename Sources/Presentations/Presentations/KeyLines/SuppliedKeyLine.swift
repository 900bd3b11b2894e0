package import HLSPlaylists

/// A key line that was supplied together with a key and is written unchanged.
///
/// It is one tag that our playlist parser accepts. It has no variable references, so that no `EXT-X-DEFINE`
/// of the playlist changes its meaning.
package struct SuppliedKeyLine: Hashable, Sendable {
    /// The whole line, without line ending.
    package let line: String
    /// The parsed attributes of the line.
    package let key: EncryptionKey

    /// Parses and checks a line.
    ///
    /// - Parameters:
    ///   - text: the line without line ending.
    ///   - tag: `.key` or `.sessionKey`.
    /// - Throws: `Refusal` if the line cannot be used as it is.
    package init(_ text: String, as tag: TagName) throws(Refusal) {
        guard text.utf8.starts(with: "#\(tag.name):".utf8) else {
            throw Refusal(reason: "a line that is not \(tag.name)")
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw Refusal(reason: "a control character in a line")
        }
        // Variables of the playlist would change the line's meaning.
        guard !text.utf8.contains(UInt8(ascii: "{")) || !text.contains("{$") else {
            throw Refusal(reason: "a variable of EXT-X-DEFINE in a line")
        }
        let parsedKey: EncryptionKey?
        do {
            parsedKey = try Self.parse(text, tag)
        } catch {
            throw Refusal(reason: error.message)
        }
        guard let parsedKey, parsedKey.method != .none else {
            throw Refusal(reason: "METHOD names no encryption")
        }
        key = parsedKey
        self.line = text
    }

    /// Returns the line with an `IV` attribute appended.
    func appending(iv: [UInt8]) -> KeyLine {
        var key = key
        key.iv = iv
        return KeyLine(key: key, suppliedLine: line + ",IV=" + HexadecimalSequence.encode(iv))
    }

    /// The reason why a line is refused.
    package struct Refusal: Error {
        package let reason: String

        /// Creates a refusal with a reason for messages.
        package init(reason: String) {
            self.reason = reason
        }
    }

    private static func parse(_ text: String, _ tag: TagName) throws(PlaylistError) -> EncryptionKey? {
        guard tag == .key else {
            let playlist = "#EXTM3U\n\(text)\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmedia\n"
            let parsedPlaylist = try MultivariantPlaylist(PlaylistDocument(parsing: Array(playlist.utf8)))
            if let problem = parsedPlaylist.problems.first { throw problem }
            return parsedPlaylist.sessionKeys.first?.value
        }
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(text)\n#EXTINF:1,\nmedia\n#EXT-X-ENDLIST\n"
        let parsedPlaylist = try MediaPlaylist(PlaylistDocument(parsing: Array(playlist.utf8)))
        return parsedPlaylist.keys.first?.value
    }
}
