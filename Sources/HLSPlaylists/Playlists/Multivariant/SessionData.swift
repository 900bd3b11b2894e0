/// `EXT-X-SESSION-DATA` (RFC 8216bis 4.4.6.4).
package struct SessionData: Sendable {
    /// The line of the tag.
    package let line: Int
    /// What it is about.
    package let dataID: String
    /// A resource with the data, an opaque string with its variables replaced; nil when the tag has the value.
    package let uri: String?
    /// All attributes as written.
    package let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope) throws(PlaylistError) {
        let attributes = try line.attributes()
        self.line = line.number
        self.dataID = try attributes.requiredString("DATA-ID", of: .sessionData, substituting: variables)
        self.uri = try attributes.quotedString("URI", substituting: variables)
        self.attributes = attributes
    }
}
