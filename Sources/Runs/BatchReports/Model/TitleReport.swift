import Presentations

/// What became of one title of a batch run.
package struct TitleReport: Sendable, Hashable, Codable {
    /// What the title is made of.
    package struct Input: Sendable, Hashable, Codable {
        /// As the manifest names them.
        package var paths: [String]
        /// The files that were looked at.
        package var files: Int
        /// Their bytes.
        package var bytes: UInt64
        /// The digest of them all, hexadecimal; nil when they were not read for it.
        package var sha256: String?

        /// An input of its parts.
        package init(paths: [String], files: Int, bytes: UInt64, sha256: String? = nil) {
            self.paths = paths.map(\.cutToMessage)
            (self.files, self.bytes, self.sha256) = (files, bytes, sha256)
        }
    }

    /// What was made of it.
    package struct Output: Sendable, Hashable, Codable {
        /// The directory.
        package var path: String
        /// The files in it.
        package var files: Int
        /// Their bytes.
        package var bytes: UInt64
        /// The digest of them all, hexadecimal; nil when it was not taken.
        package var sha256: String?

        /// An output of its parts.
        package init(path: String, files: Int, bytes: UInt64, sha256: String? = nil) {
            (self.path, self.files, self.bytes, self.sha256) = (path, files, bytes, sha256)
        }
    }

    /// A key of the title.
    package struct Key: Sendable, Hashable, Codable {
        /// Its id, lower case; nil of a key that is not minted yet.
        package var keyID: String?
        /// `all`, a class or a rendition.
        package var track: String
        /// The key period.
        package var period: Int
        /// The generation.
        package var generation: Int
        /// The URI by which people know it; whoever fills it in has redacted it.
        package var keyURI: String

        private enum CodingKeys: String, CodingKey {
            case track, period, generation
            case keyID = "key_id"
            case keyURI = "key_uri"
        }

        /// A key of its parts.
        ///
        /// - Parameters:
        ///   - keyID: its id, lower case.
        ///   - track: `all`, a class or a rendition.
        ///   - period: the key period.
        ///   - generation: the generation.
        ///   - keyURI: the URI by which people know it, redacted.
        package init(keyID: String?, track: String, period: Int, generation: Int, keyURI: String) {
            self.keyID = keyID
            self.track = track
            self.period = period
            self.generation = generation
            self.keyURI = keyURI
        }
    }

    /// What the verifier says of the result.
    package struct Verification: Sendable, Hashable, Codable {
        /// Whether all holds.
        package var holds: Bool
        /// What was found, in words.
        package var findings: [String]

        /// A verification of its parts.
        package init(holds: Bool, findings: [String] = []) {
            (self.holds, self.findings) = (holds, findings)
        }
    }

    /// Its place in the manifest, from 0.
    package var index: Int
    /// The line of the manifest that it begins in, from 1.
    package var line: Int
    /// Its content id.
    package var contentID: String
    /// What became of it.
    package var state: TitleState
    /// The exit status that a command for this title alone would have ended with.
    package var status: Int32 = 0
    /// Why it failed: the message without `error: `, cut as all messages are.
    package var error: String? { didSet { error = error?.cutToMessage } }
    /// How often it was begun.
    package var attempts = 1
    /// How long that took together.
    package var seconds = 0.0
    /// What it is made of.
    package var input: Input
    /// What was made of it; nil when there is nothing.
    package var output: Output?
    /// The template of its key URIs.
    package var template: String?
    /// The method, as on the command line.
    package var method: String?
    /// The key systems that are told of its keys, as on the command line.
    package var keySystems: [String] = []
    /// The keys in the order of their slots.
    package var keys: [Key] = []
    /// What the user should know.
    package var warnings: [String] = []
    /// What the verifier says; nil when it was not asked.
    package var verification: Verification?
    /// How long it plays, in seconds; 0 when that is not known.
    package var duration = 0.0
    /// Its media playlists in the order of first mention.
    package var renditions: [TitleRendition] = []

    private enum CodingKeys: String, CodingKey {
        case index, line, state, status, error, attempts, seconds, input, output, template, method
        case keys, warnings, verification, duration, renditions
        case contentID = "content_id"
        case keySystems = "key_systems"
    }

    /// A title of which only so much is known; the rest is set where it is found.
    ///
    /// - Parameters:
    ///   - index: its place in the manifest, from 0.
    ///   - line: the line of the manifest that it begins in, from 1.
    ///   - contentID: its content id.
    ///   - state: what became of it.
    ///   - input: what it is made of.
    package init(index: Int, line: Int, contentID: String, state: TitleState, input: Input) {
        self.index = index
        self.line = line
        // A refused title may have what is no id.
        self.contentID = contentID.cutToMessage
        self.state = state
        self.input = input
    }
}
