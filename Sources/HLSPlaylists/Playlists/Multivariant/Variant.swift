/// `EXT-X-STREAM-INF` and the URI after it (RFC 8216bis 4.4.6.2).
///
/// The members of `stream` can be named directly.
@dynamicMemberLookup
package struct Variant: Sendable {
    /// The line of the tag.
    package let line: Int
    /// The line of the URI.
    package let uriLine: Int
    /// The media playlist, an opaque string with its variables replaced.
    package let uri: String
    /// What both kinds of variant have.
    package let stream: StreamInformation
    /// The group of audio renditions.
    package let audio: String?
    /// The group of subtitle renditions.
    package let subtitles: String?
    /// The group of closed captions; nil also for `CLOSED-CAPTIONS=NONE`.
    package let closedCaptions: String?

    init(
        _ tag: Located<AttributeList>,
        uri: String,
        uriLine: Int,
        variables: VariableScope
    ) throws(PlaylistError) {
        let attributes = tag.value
        self.line = tag.line
        self.uriLine = uriLine
        self.uri = uri
        self.stream = try StreamInformation(attributes, tag: .streamInformation, variables: variables)
        self.audio = try attributes.quotedString("AUDIO", substituting: variables)
        self.subtitles = try attributes.quotedString("SUBTITLES", substituting: variables)
        let hasNoCaptions = attributes.writtenValue("CLOSED-CAPTIONS") == "NONE"
        self.closedCaptions =
            hasNoCaptions ? nil : try attributes.quotedString("CLOSED-CAPTIONS", substituting: variables)
    }

    /// A member of the stream information.
    package subscript<Member>(dynamicMember path: KeyPath<StreamInformation, Member>) -> Member {
        stream[keyPath: path]
    }
}
