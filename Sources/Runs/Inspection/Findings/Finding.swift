import Failures
package import PlaylistLinting

/// An error, a warning or a note about a presentation, with its location.
package struct Finding: Hashable, Sendable, Codable {
    /// The kind of a finding, by a stable name for scripts: a rule of `verify`, or the id of a linter rule.
    package struct Rule: RawRepresentable, Hashable, Sendable, Codable {
        /// The stable name.
        package let rawValue: String

        /// Creates the rule of a name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// The presentation, or a rendition, segment or track, is clear where encryption is expected.
        package static let notProtected = Rule(rawValue: "not-protected")
        /// A key line is unsupported, misplaced, or breaks a rule of RFC 8216bis 4.4.4.4.
        package static let keyLine = Rule(rawValue: "key-line")
        /// Something cannot be checked by this version.
        package static let notChecked = Rule(rawValue: "not-checked")
        /// A key line has no record in the key store.
        package static let noRecord = Rule(rawValue: "no-record")
        /// A key was revoked.
        package static let revokedKey = Rule(rawValue: "revoked-key")
        /// A key is disclosed by its URI, IV or key id.
        package static let exposedKey = Rule(rawValue: "exposed-key")
        /// A key URI names keys of several titles.
        package static let ambiguousRecord = Rule(rawValue: "ambiguous-record")
        /// A key has two URIs in the tree.
        package static let keyWithTwoURIs = Rule(rawValue: "key-with-two-uris")
        /// A file is missing, unreadable or too short.
        package static let media = Rule(rawValue: "media")
        /// A ciphertext cannot be decrypted.
        package static let decryption = Rule(rawValue: "decryption")
        /// Two AES-256-GCM messages have the same key and IV.
        package static let repeatedIV = Rule(rawValue: "repeated-iv")
        /// The clear bytes are not a well-formed stream.
        package static let stream = Rule(rawValue: "stream")
        /// The signalling in the media, such as a program map or `pssh` box, contradicts the key lines.
        package static let signalling = Rule(rawValue: "signalling")
        /// A segment does not continue the segment before it.
        package static let order = Rule(rawValue: "order")
        /// The media differ from the source.
        package static let sourceMedia = Rule(rawValue: "source-media")
        /// A playlist differs from the source in more than the protection.
        package static let sourcePlaylist = Rule(rawValue: "source-playlist")
        /// The media differ from those that the key store records for the key.
        package static let mediaDigest = Rule(rawValue: "media-digest")
        /// The lines of a playlist differ from those that were published.
        package static let playlistChanged = Rule(rawValue: "playlist-changed")
        /// A file of a published tree is missing, added or changed.
        package static let fileChanged = Rule(rawValue: "file-changed")
    }

    /// The severity of a finding.
    package enum Severity: String, Sendable, Codable {
        /// The presentation is faulty.
        case error
        /// A rule is broken in a way that players tolerate, or users should know of something.
        case warning
        /// Information that only `inspect` reports.
        case note
    }

    /// The kind of the finding.
    package let rule: Rule
    /// The severity.
    package var severity: Severity
    /// The path of the playlist, relative to the root of the tree.
    package let playlist: String
    /// The line in the playlist, from 1, or nil if the finding is about the whole playlist.
    let line: Int?
    /// The path of the media file, or nil if the finding is not about media.
    package let file: String?
    /// The offset of the first wrong byte in the segment, in bytes, even if the segment is a byte range.
    ///
    /// For AES-128 the offset is the same in the clear and the encrypted segment. For SAMPLE-AES it is the
    /// offset in the encrypted segment of the packet or frame that has the fault.
    package let offset: UInt64?
    /// The message, without key bytes and tokens.
    package var message: String
    /// The measured value with its unit, if a linter rule compares values; otherwise nil.
    let measured: String?
    /// The value that the linter rule allows, with its unit, or nil.
    let allowed: String?
    /// The source of a linter rule in a standard, or nil.
    let source: String?

    /// The offset in the file of the first wrong byte, if the media digest covers it; otherwise nil.
    ///
    /// If the media digest matches, the fault was in the media before encryption.
    package var mediaOffset: UInt64?

    /// Indicates whether this is only a warning because another packager may have had a reason.
    ///
    /// It becomes an error if the media are known to be encrypted by this program.
    package var mayBeIntended = false

    /// Indicates whether the finding is about wrong key ids in `tenc`, `pssh` or sample group boxes.
    package var isAboutKeyID = false

    /// Indicates whether the error becomes a warning in a rendition from which `rewrite` cut segments.
    package var mayBeOfCutSegments = false

    /// The members in reports; others are internal.
    private enum CodingKeys: String, CodingKey {
        case rule, severity, playlist, line, file, offset, message, measured, allowed, source
    }

    /// Creates a finding, by default an error.
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
        self.file = file?.truncatedForMessage
        self.offset = offset
        self.message = message.truncatedForMessage
        self.measured = measured?.truncatedForMessage
        self.allowed = allowed?.truncatedForMessage
        self.source = source
    }

    /// Indicates whether the finding is an error.
    package var isError: Bool { severity == .error }

    /// The finding as a line of text.
    ///
    /// It is `PLAYLIST:LINE: RULE: MESSAGE (FILE, byte OFFSET of the segment)`, or, for a linter rule,
    /// `PLAYLIST:LINE: RULE: MESSAGE (measured MEASURED, allowed ALLOWED) [SOURCE]`.
    package var text: String { "\(location): \(rule.rawValue): \(detailedMessage)" }

    /// The location as `PLAYLIST:LINE`, or `PLAYLIST` without a line.
    package var location: String { playlist + (line.map { ":\($0)" } ?? "") }

    /// The message with file, offset, values and source.
    package var detailedMessage: String {
        let details = [
            file, offset.map { "byte \($0) of the segment" }, measured.map { "measured \($0)" },
            allowed.map { "allowed \($0)" },
        ].compactMap(\.self)
        return message + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
            + (source.map { " [\($0)]" } ?? "")
    }
}

extension Finding {
    /// Creates a finding from one of the linter.
    package init(_ lintFinding: LintFinding) {
        self.init(
            Rule(rawValue: lintFinding.rule.id),
            lintFinding.message,
            playlist: lintFinding.playlist,
            line: lintFinding.line,
            severity: Severity(lintFinding.rule.severity),
            measured: lintFinding.measured,
            allowed: lintFinding.allowed,
            source: lintFinding.rule.source
        )
    }
}

extension Finding.Severity {
    fileprivate init(_ severity: LintRule.Severity) {
        self =
            switch severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
    }
}
