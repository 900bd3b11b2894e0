/// A rendition: `EXT-X-MEDIA` (RFC 8216bis 4.4.6.1).
package struct Rendition: Sendable {
    static let definition = TagDefinition(
        "EXT-X-MEDIA",
        in: .multivariantPlaylist,
        section: "4.4.6.1",
        .attributes([
            .required("TYPE", .enumeratedString(MediaType.keywords)),
            .optional("URI", .quotedString),
            .required("GROUP-ID", .quotedString),
            .optional("LANGUAGE", .quotedString),
            .optional("ASSOC-LANGUAGE", .quotedString),
            .required("NAME", .quotedString),
            .optional("STABLE-RENDITION-ID", .quotedString),
            .optional("DEFAULT", .enumeratedString(YesOrNo.keywords)),
            .optional("AUTOSELECT", .enumeratedString(YesOrNo.keywords)),
            .optional("FORCED", .enumeratedString(YesOrNo.keywords)),
            .optional("INSTREAM-ID", .quotedString),
            .optional("BIT-DEPTH", .decimalInteger, in: "bits a sample"),
            .optional("SAMPLE-RATE", .decimalInteger, in: "samples a second"),
            .optional("CHARACTERISTICS", .quotedString),
            .optional("CHANNELS", .quotedString),
        ])
    )

    /// Values of `TYPE`.
    package enum MediaType: String, Hashable, KeywordValue {
        /// Audio.
        case audio = "AUDIO"
        /// Video.
        case video = "VIDEO"
        /// Subtitles.
        case subtitles = "SUBTITLES"
        /// Closed captions, which have no playlist of their own.
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    /// The line of the tag.
    package let line: Int
    /// The media type.
    package let type: MediaType
    /// The id of the group, which variants refer to.
    package let groupID: String
    /// The name that is shown to users.
    package let name: String
    /// The language tag (RFC 5646).
    package let language: String?
    /// The tag of an associated language (RFC 5646).
    package let associatedLanguage: String?
    /// The URI of the media playlist, an opaque string with its variables replaced.
    ///
    /// Nil if the media are in those of the variants.
    package let uri: String?
    /// The identifier that stays the same if the URI changes.
    package let stableRenditionID: String?
    /// Indicates whether clients play the rendition unless the user chose another.
    package let isDefault: Bool
    /// Indicates whether clients may choose the rendition by themselves.
    package let isAutoselect: Bool
    /// Indicates whether the subtitles are essential to play.
    package let isForced: Bool
    /// The identifier of the rendition within the segments, such as `CC1` or `SERVICE7`.
    package let inStreamID: String?
    /// The bits per audio sample.
    package let bitDepth: UInt64?
    /// The audio samples per second.
    package let sampleRate: UInt64?
    /// The media characteristic tags.
    package let characteristics: [String]
    /// The number of channels, then their special properties, separated by slashes.
    package let channels: String?
    /// All attributes as written.
    package let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope, _ log: inout ProblemLog) throws(PlaylistError) {
        let reader = try AttributeReader(line, of: .media, variables: variables, &log)
        let type = try reader.list.keyword("TYPE", as: MediaType.self)
        self.line = line.number
        self.type = try reader.list.require("TYPE", of: .media, type)
        self.groupID = try reader.requiredText("GROUP-ID", &log)
        self.name = try reader.requiredText("NAME", &log)
        self.language = reader.text("LANGUAGE", &log)
        self.associatedLanguage = reader.text("ASSOC-LANGUAGE", &log)
        let uri = try reader.list.quotedString("URI", substituting: variables)
        self.uri = self.type == .closedCaptions ? nil : uri
        self.stableRenditionID = reader.text("STABLE-RENDITION-ID", &log)
        self.isDefault = reader.isYes("DEFAULT", orNo: true, &log)
        self.isAutoselect = reader.isYes("AUTOSELECT", orNo: true, &log)
        self.isForced = reader.isYes("FORCED", orNo: true, &log)
        self.inStreamID = reader.text("INSTREAM-ID", &log)
        self.bitDepth = reader.integer("BIT-DEPTH", &log)
        self.sampleRate = reader.integer("SAMPLE-RATE", &log)
        self.characteristics = reader.texts("CHARACTERISTICS", separatedBy: ",", &log)
        self.channels = reader.text("CHANNELS", &log)
        self.attributes = reader.list
        guard self.type != .closedCaptions || uri == nil else {
            let reason = "closed captions are in the video"
            try log.logIfComplete(
                PlaylistError(line: line.number, .attribute(.forbidden("URI", reason: reason)))
            )
            return
        }
    }

    /// The number of audio channels, or nil if `CHANNELS` does not begin with one.
    package var channelCount: UInt64? {
        channels.flatMap { DecimalInteger.parse(ArraySlice($0.utf8.prefix { $0 != UInt8(ascii: "/") })) }
    }
}
