/// `EXT-X-MAP` (RFC 8216bis 4.4.4.5): the initialization section of the segments that follow the tag.
package struct MapTag: Sendable {
    static let definition = TagDefinition(
        "EXT-X-MAP",
        in: .mediaSegment,
        section: "4.4.4.5",
        since: 5,
        .attributes([
            .required("URI", .quotedString),
            .optional("BYTERANGE", .quotedByteRange, in: "bytes"),
        ])
    )

    /// The line of the tag.
    package let line: Int
    /// The URI of the initialization section, an opaque string with its variables replaced.
    package let uri: String
    /// The byte range of the resource, with an offset of 0 if none is written, or nil for the whole resource.
    package let byteRange: ByteRange?
    /// The keys in force at the tag, as indices into `MediaPlaylist.keys`.
    package let keys: [Int]
    /// The attributes as written.
    package let attributes: AttributeList

    init(
        _ line: PlaylistLine,
        keys: [Int],
        variables: VariableScope,
        _ log: inout ProblemLog
    ) throws(PlaylistError) {
        let attributes = try line.attributes(&log)
        self.line = line.number
        self.uri = try attributes.requiredString("URI", of: .map, substituting: variables)
        self.byteRange = try Self.byteRange(attributes, variables: variables)
        self.keys = keys
        self.attributes = attributes
    }

    /// Returns the text of the line with another byte range; everything else stays as written.
    ///
    /// - Throws: never for attributes that were read; the signature is that of `AttributeList.replacing`.
    package func tagLine(byteRange: ByteRange) throws(PlaylistError) -> String {
        try attributes.replacing("BYTERANGE", with: .quotedString(byteRange.text)).tagLine(.map)
    }

    private static func byteRange(
        _ attributes: AttributeList,
        variables: VariableScope
    ) throws(PlaylistError) -> ByteRange? {
        guard let writtenRange = try attributes.quotedByteRange("BYTERANGE", substituting: variables) else {
            return nil
        }
        return try ByteRange(
            length: writtenRange.length,
            offset: writtenRange.offset ?? 0,
            line: attributes.line
        )
    }
}
