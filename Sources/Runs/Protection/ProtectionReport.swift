/// What a run of `fairlead protect` or `package` did or would do; without key bytes and tokens.
package struct ProtectionReport: Sendable, Codable {
    /// One rendition.
    package struct RenditionLine: Sendable, Codable {
        /// Its name.
        package let name: String
        /// Its playlist in the tree.
        package let playlist: String
        /// Its segments; of an I-frame playlist its I-frames.
        package let segments: Int
        /// Those that are encrypted.
        package let encrypted: Int
        /// The bytes of its media in the output, I-frames excepted, which are counted with their segments.
        package let bytes: UInt64
        /// The ids of its keys.
        package let keys: [String]

        /// Makes the line of a rendition.
        package init(
            name: String,
            playlist: String,
            segments: Int,
            encrypted: Int,
            bytes: UInt64,
            keys: [String]
        ) {
            self.name = name
            self.playlist = playlist
            self.segments = segments
            self.encrypted = encrypted
            self.bytes = bytes
            self.keys = keys
        }
    }

    /// A key in one key system.
    package struct SystemLine: Sendable, Codable {
        /// The key system, as on the command line.
        package let system: String
        /// The URI of its lines without its query, and without the document that it holds.
        package let uri: String

        enum CodingKeys: String, CodingKey {
            case system
            case uri = "key_uri"
        }
    }

    /// One key.
    package struct KeyLine: Sendable, Codable {
        /// Its id, lower case; nil in a dry run for a key that is not minted yet.
        package let keyID: String?
        /// `all`, a class or a rendition.
        package let track: String
        /// The key period.
        package let period: Int
        /// The generation.
        package let generation: Int
        /// The URI by which people know the key, without its query: that of the template, if a key system has it.
        package let uri: String
        /// The key systems that are told of it, in the order of their lines.
        package let signalling: [SystemLine]
        /// Whether this run minted it.
        package let isNew: Bool

        enum CodingKeys: String, CodingKey {
            case keyID = "key_id"
            case track, period, generation, signalling
            case uri = "key_uri"
            case isNew = "new"
        }
    }

    /// The title; nil where nothing is protected.
    package let contentID: String?
    /// The inputs of `package`; nil of `protect`.
    package let inputs: [String]?
    /// How many files were read, playlists included.
    package let inputFiles: Int
    /// Their bytes.
    package let inputBytes: UInt64
    /// The method, as on the command line; `none` of clear media.
    package let method: String
    /// The key systems that are signalled, as on the command line.
    package let keySystems: [String]
    /// The directory of the result.
    package let output: String
    /// The playlist in it that a player opens.
    package let playlist: String
    /// `published`, `unchanged`, `replaced`, `dry-run`, or `keys` where nothing but keys was made.
    package let outcome: String
    /// The renditions in the order of first mention.
    package let renditions: [RenditionLine]
    /// The keys in the order of their slots.
    package let keys: [KeyLine]
    /// The files of the result, in the order of their names.
    package let files: Int
    /// Their media bytes.
    package let bytes: UInt64
    /// What the user should know.
    package let warnings: [String]
    /// What is as it should be, but not as one may think.
    package let notes: [String]

    /// Makes a report of its values.
    package init(
        contentID: String?,
        inputs: [String]?,
        inputFiles: Int,
        inputBytes: UInt64,
        method: String,
        keySystems: [String],
        output: String,
        playlist: String,
        outcome: String,
        renditions: [RenditionLine],
        keys: [KeyLine],
        files: Int,
        bytes: UInt64,
        warnings: [String],
        notes: [String]
    ) {
        self.contentID = contentID
        self.inputs = inputs
        self.inputFiles = inputFiles
        self.inputBytes = inputBytes
        self.method = method
        self.keySystems = keySystems
        self.output = output
        self.playlist = playlist
        self.outcome = outcome
        self.renditions = renditions
        self.keys = keys
        self.files = files
        self.bytes = bytes
        self.warnings = warnings
        self.notes = notes
    }

    enum CodingKeys: String, CodingKey {
        case contentID = "content_id"
        case keySystems = "key_systems"
        case inputFiles = "input_files"
        case inputBytes = "input_bytes"
        case playlist
        case method, inputs, output, outcome, renditions, keys, files, bytes, warnings, notes
    }
}
