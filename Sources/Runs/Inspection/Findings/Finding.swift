import Presentations

/// Something that does not hold, and where.
package struct Finding: Hashable, Sendable, Codable {
    /// What is wrong, by the name that scripts look for: a rule of the verifier, or one of the linter under its id.
    package struct Rule: RawRepresentable, Hashable, Sendable, Codable {
        /// The name.
        package let rawValue: String

        /// The rule with a name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// No segment of the presentation is encrypted.
        package static let notProtected = Rule(rawValue: "not-protected")
        /// A key line that this version cannot check, that breaks a rule of RFC 8216bis 4.4.4.4, or where none should be.
        package static let keyLine = Rule(rawValue: "key-line")
        /// Something that this version does not look at.
        package static let notChecked = Rule(rawValue: "not-checked")
        /// A key line without a record in the key store.
        package static let noRecord = Rule(rawValue: "no-record")
        /// A key that was revoked.
        package static let revokedKey = Rule(rawValue: "revoked-key")
        /// A key that a value beside it, its IV or its id, gives away.
        package static let exposedKey = Rule(rawValue: "exposed-key")
        /// A key URI that names keys of several titles.
        package static let ambiguousRecord = Rule(rawValue: "ambiguous-record")
        /// One key that has two URIs in the tree.
        package static let keyWithTwoURIs = Rule(rawValue: "key-with-two-uris")
        /// A file that is missing, unreadable or too short.
        package static let media = Rule(rawValue: "media")
        /// A ciphertext that does not decrypt.
        package static let decryption = Rule(rawValue: "decryption")
        /// Two messages of AES-256-GCM with one vector under one key.
        package static let repeatedVector = Rule(rawValue: "repeated-vector")
        /// Clear bytes that are no well-formed stream.
        package static let stream = Rule(rawValue: "stream")
        /// A program map or an audio description that does not say what the key lines say.
        package static let signalling = Rule(rawValue: "signalling")
        /// A segment that does not follow the one before it.
        package static let order = Rule(rawValue: "order")
        /// Bytes that are not the source's.
        package static let sourceMedia = Rule(rawValue: "source-media")
        /// A playlist that differs from the source's in more than the protection.
        package static let sourcePlaylist = Rule(rawValue: "source-playlist")
        /// Media that are not those that the key store knows for the key.
        package static let mediaDigest = Rule(rawValue: "media-digest")
        /// A playlist with other lines than were published.
        package static let playlistChanged = Rule(rawValue: "playlist-changed")
        /// A file of a published tree that is gone, new, or has another size or other bytes.
        package static let fileChanged = Rule(rawValue: "file-changed")
    }

    /// How much it matters.
    package enum Severity: String, Sendable, Codable {
        /// The presentation does not hold.
        case error
        /// A rule is broken that players forgive, or something is worth knowing.
        case warning
        /// Worth knowing; `inspect` only.
        case note
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
    /// The offset of the first wrong byte in the segment, also where the segment is a range of the file.
    ///
    /// AES-128 leaves offsets as they are; with SAMPLE-AES it is the offset in the protected segment, of the packet or
    /// frame in which what is wrong begins.
    package let offset: UInt64?
    /// In words, without key bytes and tokens.
    package var message: String
    /// What was found, with its unit, where a rule of the linter compares.
    package let measured: String?
    /// What the rule allows, with its unit.
    package let allowed: String?
    /// Where the rule is written, of rules of the linter.
    package let source: String?

    /// The offset in the file of the first wrong byte, of findings about bytes that the digest of media covers.
    ///
    /// Media that have the digest had the fault before they were encrypted.
    package var mediaOffset: UInt64?

    /// Whether it is a warning only because another packager may have had a reason.
    ///
    /// It is an error in media that are known to be encrypted by this program.
    package var mayBeForeign = false

    /// Whether it is about the key ids in boxes of media: `tenc`, `pssh` and sample groups name other keys than the key lines.
    package var isOfKeyID = false

    /// Whether it is no fault of a part from which segments were cut.
    package var mayBeOfCutSegments = false

    /// What reports tell.
    private enum CodingKeys: String, CodingKey {
        case rule, severity, playlist, line, file, offset, message, measured, allowed, source
    }

    /// A finding from its parts; an error unless said otherwise.
    package init(
        _ rule: Rule,
        _ message: String,
        playlist: String,
        line: Int? = nil,
        file: String? = nil,
        offset: UInt64? = nil,
        severity: Severity = .error,
        measured: String? = nil,
        allowed: String? = nil,
        source: String? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.playlist = playlist
        self.line = line
        self.file = file?.cutToMessage
        self.offset = offset
        self.message = message.cutToMessage
        self.measured = measured?.cutToMessage
        self.allowed = allowed?.cutToMessage
        self.source = source
    }

    /// Whether the presentation does not hold.
    package var isError: Bool { severity == .error }

    /// `PLAYLIST:LINE: RULE: MESSAGE (FILE, byte OFFSET of the segment)`, for rules of the linter
    /// `PLAYLIST:LINE: RULE: MESSAGE (measured MEASURED, allowed ALLOWED) [SOURCE]`.
    package var text: String { "\(place): \(rule.rawValue): \(words)" }

    /// The place: `PLAYLIST:LINE`.
    package var place: String { playlist + (line.map { ":\($0)" } ?? "") }

    /// The message with all that belongs to it.
    package var words: String {
        let details = [
            file, offset.map { "byte \($0) of the segment" }, measured.map { "measured \($0)" },
            allowed.map { "allowed \($0)" },
        ].compactMap(\.self)
        return message + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
            + (source.map { " [\($0)]" } ?? "")
    }
}
