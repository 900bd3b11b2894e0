/// A variant: `EXT-X-STREAM-INF` and the URI after it (RFC 8216bis 4.4.6.2).
///
/// The members of `stream` are accessible directly.
@dynamicMemberLookup
package struct Variant: Sendable {
    static let definition = TagDefinition(
        "EXT-X-STREAM-INF",
        in: .multivariantPlaylist,
        section: "4.4.6.2",
        .attributes(
            StreamInformation.attributes + [
                .optional("FRAME-RATE", .decimalFloatingPoint, in: "frames a second"),
                .optional("AUDIO", .quotedString),
                .optional("SUBTITLES", .quotedString),
                .optional("CLOSED-CAPTIONS", .enumeratedOrQuotedString(["NONE"])),
            ]
        )
    )

    /// The line of the tag.
    package let line: Int
    /// The line of the URI.
    package let uriLine: Int
    /// The URI of the media playlist, an opaque string with its variables replaced.
    package let uri: String
    /// The attributes that both kinds of variant have.
    package let stream: StreamInformation
    /// The maximum frame rate, in frames per second.
    package let frameRate: Double?
    /// The group of audio renditions.
    package let audio: String?
    /// The group of subtitle renditions.
    package let subtitles: String?
    /// The group of closed captions; nil also for `CLOSED-CAPTIONS=NONE`.
    package let closedCaptions: String?
    /// Indicates whether `CLOSED-CAPTIONS=NONE` declares that no variant has closed captions.
    package let hasNoClosedCaptions: Bool

    init(
        _ reader: AttributeReader,
        uri: String,
        uriLine: Int,
        _ log: inout ProblemLog
    ) throws(PlaylistError) {
        let list = reader.list
        let hasNoClosedCaptions = list.writtenValue("CLOSED-CAPTIONS") == "NONE"
        func group(_ name: String, _ log: inout ProblemLog) throws(PlaylistError) -> String? {
            try log.require { () throws(PlaylistError) in
                try list.quotedString(name, substituting: reader.variables)
            }
        }
        self.line = list.line
        self.uriLine = uriLine
        self.uri = uri
        self.stream = try StreamInformation(reader, &log)
        self.frameRate = reader.number("FRAME-RATE", &log)
        self.audio = try group("AUDIO", &log)
        self.subtitles = try group("SUBTITLES", &log)
        self.closedCaptions = hasNoClosedCaptions ? nil : try group("CLOSED-CAPTIONS", &log)
        self.hasNoClosedCaptions = hasNoClosedCaptions
    }

    /// A member of the stream information.
    package subscript<Member>(dynamicMember path: KeyPath<StreamInformation, Member>) -> Member {
        stream[keyPath: path]
    }
}
