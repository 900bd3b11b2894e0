/// The report of a run or dry run of `fairlead protect` or `package`, without key bytes and tokens.
package struct ProtectionReport: Sendable, Codable {
    /// The report of one rendition.
    package struct RenditionLine: Sendable, Codable {
        /// The name of the rendition: the path of its playlist without extension.
        package let name: String
        /// The media playlist, as a path relative to the output directory.
        let playlist: String
        /// The number of segments, or of I-frames in an I-frame playlist, without those of `EXT-X-GAP`.
        package let segments: Int
        /// The number of these segments or I-frames that are encrypted.
        package let encrypted: Int
        /// The size of the media in the output, in bytes.
        ///
        /// For an I-frame playlist it is the total size of the I-frames in the clear media.
        package let bytes: UInt64
        /// The key ids in lowercase, in the order of their slots.
        let keys: [String]

        /// Creates the report of a rendition.
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

    /// The signalling of a key in one key system.
    package struct SystemLine: Sendable, Codable {
        /// The name of the key system, as on the command line.
        package let system: String
        /// The key URI without its query, or for a `data` URI without the data.
        package let uri: String

        enum CodingKeys: String, CodingKey {
            case system
            case uri = "key_uri"
        }
    }

    /// The report of one key.
    package struct KeyLine: Sendable, Codable {
        /// The key id in lowercase, or nil in a dry run if the key is not minted yet.
        package let keyID: String?
        /// The track that the key protects: `all`, a class, or the name of a rendition.
        package let track: String
        /// The key period, from 0.
        package let period: Int
        /// The generation of the key, from 1.
        package let generation: Int
        /// The main key URI without its query: the template's, else that of the first key system.
        package let uri: String
        /// The signalling in each key system, in the order of the key lines.
        package let signalling: [SystemLine]
        /// Indicates whether this run adds the key to the store.
        package let isNew: Bool

        enum CodingKeys: String, CodingKey {
            case keyID = "key_id"
            case track, period, generation, signalling
            case uri = "key_uri"
            case isNew = "new"
        }
    }

    /// The content id of the title, or nil if nothing is protected (`package --clear`).
    let contentID: String?
    /// The input paths of `package`, or nil for `protect`.
    let inputs: [String]?
    /// The number of input files, playlists included.
    package let inputFiles: Int
    /// The size of the input files in bytes, playlists included.
    package let inputBytes: UInt64
    /// The method of protection, as on the command line, or `none` for clear media.
    package let method: String
    /// The names of the signalled key systems, in the order of the key lines.
    package let keySystems: [String]
    /// The absolute path of the output directory.
    package let output: String
    /// The playlist that a player opens, as a path relative to `output`.
    package let playlist: String
    /// The outcome: `published`, `unchanged`, `replaced`, `dry-run`, or `keys` if only keys were minted.
    package let outcome: String
    /// The renditions, in the order in which the playlists first mention them.
    package let renditions: [RenditionLine]
    /// The keys, in the order of their slots.
    package let keys: [KeyLine]
    /// The number of files in the output, playlists included.
    package let files: Int
    /// The size of the media in the output, in bytes.
    package let bytes: UInt64
    /// The warnings for the user.
    package let warnings: [String]
    /// Notes on what is correct but may be unexpected, such as a rendition that stays clear.
    package let notes: [String]

    /// Creates a report from its values.
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
