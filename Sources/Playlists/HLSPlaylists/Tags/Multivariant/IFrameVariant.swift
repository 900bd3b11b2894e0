/// An I-frame variant: `EXT-X-I-FRAME-STREAM-INF` (RFC 8216bis 4.4.6.3).
///
/// The members of `stream` are accessible directly.
@dynamicMemberLookup
package struct IFrameVariant: Sendable {
    static let definition = TagDefinition(
        "EXT-X-I-FRAME-STREAM-INF",
        in: .multivariantPlaylist,
        section: "4.4.6.3",
        .attributes([.required("URI", .quotedString)] + StreamInformation.attributes)
    )

    /// The line of the tag.
    package let line: Int
    /// The URI of the I-frame playlist, an opaque string with its variables replaced.
    package let uri: String
    /// The attributes that both kinds of variant have.
    package let stream: StreamInformation

    init(_ line: PlaylistLine, variables: VariableScope, _ log: inout ProblemLog) throws(PlaylistError) {
        let reader = try AttributeReader(line, of: .iFrameStreamInformation, variables: variables, &log)
        self.line = line.number
        self.uri = try reader.requiredText("URI")
        self.stream = try StreamInformation(reader, &log)
    }

    /// A member of the stream information.
    package subscript<Member>(dynamicMember path: KeyPath<StreamInformation, Member>) -> Member {
        stream[keyPath: path]
    }
}
