/// `EXT-X-MEDIA` (RFC 8216bis 4.4.6.1).
package struct Rendition: Sendable {
    /// Values of `TYPE`.
    package enum MediaType: String, Hashable, Sendable {
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
    /// What it is.
    package let type: MediaType
    /// The group that variants name.
    package let groupID: String
    /// Its name for people.
    package let name: String
    /// Its language tag.
    package let language: String?
    /// Its media playlist, an opaque string with its variables replaced; nil when it is in the variants' media.
    package let uri: String?
    /// All attributes as written.
    package let attributes: AttributeList

    init(_ line: PlaylistLine, variables: VariableScope) throws(PlaylistError) {
        let attributes = try line.attributes()
        self.line = line.number
        self.type = try Self.type(attributes)
        self.groupID = try attributes.requiredString("GROUP-ID", of: .media, substituting: variables)
        self.name = try attributes.requiredString("NAME", of: .media, substituting: variables)
        self.language = try attributes.quotedString("LANGUAGE", substituting: variables)
        self.uri = try attributes.quotedString("URI", substituting: variables)
        self.attributes = attributes
        guard type != .closedCaptions || uri == nil else {
            let reason = "closed captions are in the video"
            throw PlaylistError(line: line.number, .attribute(.forbidden("URI", reason: reason)))
        }
    }

    private static func type(_ attributes: AttributeList) throws(PlaylistError) -> MediaType {
        let written = try attributes.require("TYPE", of: .media, attributes.enumeratedString("TYPE"))
        guard let type = MediaType(rawValue: written) else {
            let expected = "AUDIO, VIDEO, SUBTITLES or CLOSED-CAPTIONS"
            throw PlaylistError(line: attributes.line, .attribute(.invalid("TYPE", expected: expected)))
        }
        return type
    }
}
