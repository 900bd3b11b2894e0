import Failures

/// The outcome of one title in a batch run.
package struct TitleReport: Sendable, Hashable, Codable {
    /// The input of a title.
    package struct Input: Sendable, Hashable, Codable {
        /// The paths of the inputs, as in the manifest.
        var paths: [String]
        /// The number of input files, including those that playlists name.
        package var files: Int
        /// The size of the files, in bytes.
        package var bytes: UInt64
        /// The SHA-256 over all files in hexadecimal, or nil if it was not computed.
        package var sha256: String?

        /// Creates an input.
        package init(paths: [String], files: Int, bytes: UInt64, sha256: String? = nil) {
            self.paths = paths.map(\.truncatedForMessage)
            (self.files, self.bytes, self.sha256) = (files, bytes, sha256)
        }
    }

    /// The result of a title.
    package struct Output: Sendable, Hashable, Codable {
        /// The path of the output directory.
        var path: String
        /// The number of files.
        package var files: Int
        /// The size of the files, in bytes.
        package var bytes: UInt64
        /// The SHA-256 over all files in hexadecimal, or nil if it was not computed.
        package var sha256: String?

        /// Creates an output.
        package init(path: String, files: Int, bytes: UInt64, sha256: String? = nil) {
            (self.path, self.files, self.bytes, self.sha256) = (path, files, bytes, sha256)
        }
    }

    /// A key of the title.
    package struct Key: Sendable, Hashable, Codable {
        /// The key id as a UUID in lower case, or nil if the key is not minted yet.
        package var keyID: String?
        /// The track of the key's slot: `all`, a track class or a rendition.
        var track: String
        /// The key period.
        var period: Int
        /// The generation.
        var generation: Int
        /// The key URI for display, which callers must have redacted; empty if unknown.
        var keyURI: String

        private enum CodingKeys: String, CodingKey {
            case track, period, generation
            case keyID = "key_id"
            case keyURI = "key_uri"
        }

        /// Creates a key from its properties.
        package init(keyID: String?, track: String, period: Int, generation: Int, keyURI: String) {
            self.keyID = keyID
            self.track = track
            self.period = period
            self.generation = generation
            self.keyURI = keyURI
        }
    }

    /// The outcome of verifying the result.
    package struct Verification: Sendable, Hashable, Codable {
        /// Indicates whether verification passed.
        var holds: Bool
        /// The findings as text, with their severity.
        package var findings: [String]

        /// Creates a verification outcome.
        package init(holds: Bool, findings: [String] = []) {
            (self.holds, self.findings) = (holds, findings)
        }
    }

    /// The position in the manifest, from 0.
    package var index: Int
    /// The line in the manifest where the title begins, from 1.
    package var line: Int
    /// The content id, shortened like all messages.
    package var contentID: String
    /// The state of the title after the run.
    package var state: TitleState
    /// The exit status that a command for this title alone would have had.
    package var status: Int32 = 0
    /// The error message without `error: `, shortened like all messages; nil if the title did not fail.
    package var error: String? { didSet { error = error?.truncatedForMessage } }
    /// The number of attempts.
    package var attempts = 1
    /// The duration of all attempts together, in seconds.
    package var seconds = 0.0
    /// The input of the title.
    package var input: Input
    /// The result, or nil if there is none.
    package var output: Output?
    /// The name of the provider template for the key URIs, or nil if none was used.
    package var template: String?
    /// The encryption method by its name in options, or nil if unknown.
    package var method: String?
    /// The key systems that are signalled, by their names in options.
    package var keySystems: [String] = []
    /// The keys in slot order.
    package var keys: [Key] = []
    /// The warnings.
    package var warnings: [String] = []
    /// The outcome of verifying the result, or nil if it was not verified.
    package var verification: Verification?
    /// The duration of the presentation in seconds, or 0 if unknown.
    package var duration = 0.0
    /// The media playlists in order of first mention; empty unless the run describes them.
    package var renditions: [TitleRendition] = []

    private enum CodingKeys: String, CodingKey {
        case index, line, state, status, error, attempts, seconds, input, output, template, method
        case keys, warnings, verification, duration, renditions
        case contentID = "content_id"
        case keySystems = "key_systems"
    }

    /// Creates a report from the properties known at first; the others are set later.
    package init(index: Int, line: Int, contentID: String, state: TitleState, input: Input) {
        self.index = index
        self.line = line
        // A refused title may have a malformed and long content id.
        self.contentID = contentID.truncatedForMessage
        self.state = state
        self.input = input
    }
}
