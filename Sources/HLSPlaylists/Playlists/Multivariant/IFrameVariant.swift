/// `EXT-X-I-FRAME-STREAM-INF` (RFC 8216bis 4.4.6.3).
///
/// The members of `stream` can be named directly.
@dynamicMemberLookup
package struct IFrameVariant: Sendable {
    /// The line of the tag.
    package let line: Int
    /// The I-frame playlist, an opaque string with its variables replaced.
    package let uri: String
    /// What both kinds of variant have.
    package let stream: StreamInformation

    init(_ line: PlaylistLine, variables: VariableScope) throws(PlaylistError) {
        let attributes = try line.attributes()
        self.line = line.number
        self.uri = try attributes.requiredString(
            "URI",
            of: .iFrameStreamInformation,
            substituting: variables
        )
        self.stream = try StreamInformation(
            attributes,
            tag: .iFrameStreamInformation,
            variables: variables
        )
    }

    /// A member of the stream information.
    package subscript<Member>(dynamicMember path: KeyPath<StreamInformation, Member>) -> Member {
        stream[keyPath: path]
    }
}
