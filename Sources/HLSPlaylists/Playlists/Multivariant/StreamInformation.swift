/// The attributes that `EXT-X-STREAM-INF` and `EXT-X-I-FRAME-STREAM-INF` share (RFC 8216bis 4.4.6.2).
package struct StreamInformation: Sendable {
    /// The peak bitrate of the segments, in bits a second.
    package let bandwidth: UInt64
    /// The average bitrate, in bits a second.
    package let averageBandwidth: UInt64?
    /// The formats, separated by commas.
    package let codecs: String?
    /// The best size of the pictures.
    package let resolution: Resolution?
    /// The group of video renditions.
    package let video: String?
    /// All attributes as written.
    package let attributes: AttributeList

    init(_ attributes: AttributeList, tag: TagName, variables: VariableScope) throws(PlaylistError) {
        self.bandwidth = try attributes.require(
            "BANDWIDTH",
            of: tag,
            attributes.decimalInteger("BANDWIDTH")
        )
        self.averageBandwidth = try attributes.decimalInteger("AVERAGE-BANDWIDTH")
        self.codecs = try attributes.quotedString("CODECS", substituting: variables)
        self.resolution = try attributes.decimalResolution("RESOLUTION")
        self.video = try attributes.quotedString("VIDEO", substituting: variables)
        self.attributes = attributes
    }
}
