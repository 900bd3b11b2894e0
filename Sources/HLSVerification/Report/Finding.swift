/// Something that does not hold, and where.
package struct Finding: Hashable, Sendable, Codable {
    /// What is wrong, by the name that scripts look for.
    package enum Rule: String, Sendable, Codable, CaseIterable {
        /// No segment of the presentation is encrypted.
        case notProtected = "not-protected"
        /// A key line that this version cannot check, or that breaks a rule of RFC 8216bis 4.4.4.4.
        case keyLine = "key-line"
        /// A version that is too low for the playlist's key lines.
        case version = "version"
        /// Something that this version does not look at.
        case notChecked = "not-checked"
        /// A key line without a record in the key store.
        case noRecord = "no-record"
        /// A key URI that names keys of several titles.
        case ambiguousRecord = "ambiguous-record"
        /// One key that has two URIs in the tree.
        case keyWithTwoURIs = "key-with-two-uris"
        /// A session key that no media playlist uses.
        case sessionKey = "session-key"
        /// A file that is missing, unreadable or too short.
        case media = "media"
        /// A ciphertext that does not decrypt.
        case decryption = "decryption"
        /// Clear bytes that are no well-formed stream.
        case stream = "stream"
        /// A segment that does not follow the one before it.
        case order = "order"
        /// Bytes that are not the source's.
        case sourceMedia = "source-media"
        /// A playlist that differs from the source's in more than the protection.
        case sourcePlaylist = "source-playlist"
        /// Media that are not those that the key store knows for the key.
        case mediaDigest = "media-digest"
    }

    /// How much it matters.
    package enum Severity: String, Sendable, Codable {
        /// The presentation does not hold.
        case error
        /// Worth knowing.
        case warning
    }

    /// What is wrong.
    package let rule: Rule
    /// How much it matters.
    package var severity: Severity
    /// The playlist, relative to the root of the tree.
    package let playlist: String
    /// The line, from 1; nil when it is about the whole playlist.
    package let line: Int?
    /// The media file.
    package let file: String?
    /// The offset of the first wrong byte in the clear segment, also where the segment is a range of the file.
    package let offset: UInt64?
    /// In words, without key bytes and tokens.
    package let message: String

    /// A finding from its parts; an error unless said otherwise.
    package init(
        _ rule: Rule,
        _ message: String,
        playlist: String,
        line: Int? = nil,
        file: String? = nil,
        offset: UInt64? = nil,
        severity: Severity = .error
    ) {
        self.rule = rule
        self.severity = severity
        self.playlist = playlist
        self.line = line
        self.file = file
        self.offset = offset
        self.message = message
    }

    /// Whether the presentation does not hold.
    var isError: Bool { severity == .error }

    /// `PLAYLIST:LINE: RULE: MESSAGE (FILE, byte OFFSET of the clear segment)`.
    package var text: String {
        let place = playlist + (line.map { ":\($0)" } ?? "")
        let bytes = [file, offset.map { "byte \($0) of the clear segment" }].compactMap(\.self)
        return "\(place): \(rule.rawValue): \(message)"
            + (bytes.isEmpty ? "" : " (\(bytes.joined(separator: ", ")))")
    }
}
