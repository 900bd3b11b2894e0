package import HLSPlaylists

/// A key line that came with a key and is written as it is.
///
/// It is one tag that our reader of playlists takes, and stands for itself: no variable of a playlist changes it.
package struct GivenKeyLine: Hashable, Sendable {
    /// The whole line, without its ending.
    package let text: String
    /// What it says.
    package let key: EncryptionKey

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - text: the line.
    ///   - tag: `.key` or `.sessionKey`.
    /// - Throws: what is wrong with it, in words.
    package init(_ text: String, as tag: TagName) throws(Refusal) {
        guard text.utf8.starts(with: "#\(tag.name):".utf8) else {
            throw Refusal(reason: "a line that is no \(tag.name)")
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw Refusal(reason: "a control character in a line")
        }
        // Those of the playlist would change what the line says.
        guard !text.utf8.contains(UInt8(ascii: "{")) || !text.contains("{$") else {
            throw Refusal(reason: "a variable of EXT-X-DEFINE in a line")
        }
        let read: EncryptionKey?
        do {
            read = try Self.read(text, tag)
        } catch {
            throw Refusal(reason: error.message)
        }
        guard let read, read.method != .none else { throw Refusal(reason: "METHOD names no encryption") }
        key = read
        self.text = text
    }

    /// The line with an initialization vector behind its attributes.
    func appending(iv: [UInt8]) -> KeyLine {
        var key = key
        key.iv = iv
        return KeyLine(key: key, given: text + ",IV=" + HexadecimalSequence.encode(iv))
    }

    /// What is wrong with a line.
    package struct Refusal: Error {
        package let reason: String

        /// Makes a refusal for a reason.
        package init(reason: String) {
            self.reason = reason
        }
    }

    private static func read(_ text: String, _ tag: TagName) throws(PlaylistError) -> EncryptionKey? {
        guard tag == .key else {
            let playlist = "#EXTM3U\n\(text)\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmedia\n"
            let read = try MultivariantPlaylist(PlaylistDocument(parsing: Array(playlist.utf8)))
            if let problem = read.problems.first { throw problem }
            return read.sessionKeys.first?.value
        }
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(text)\n#EXTINF:1,\nmedia\n#EXT-X-ENDLIST\n"
        let read = try MediaPlaylist(PlaylistDocument(parsing: Array(playlist.utf8)))
        return read.keys.first?.value
    }
}
