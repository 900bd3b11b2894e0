/// `EXT-X-STREAM-INF` or `EXT-X-I-FRAME-STREAM-INF`; what is not written is nil.
package struct VariantInspection: Sendable, Encodable {
    /// The line of the tag.
    package let line: Int
    /// The peak bitrate in bits a second.
    package let bandwidth: UInt64
    /// The average bitrate in bits a second.
    package let averageBandwidth: UInt64?
    /// `1280x720`.
    package let resolution: String?
    /// Pictures a second, as written.
    package let frameRate: String?
    /// The formats as written.
    package let codecs: String?
    /// `SDR`, `HLG` or `PQ`.
    package let videoRange: String?
    /// `NONE`, `TYPE-0` or `TYPE-1`.
    package let hdcpLevel: String?
    /// Which content protection configurations may play it, as written.
    package let allowedCPC: String?
    /// The pathway that it belongs to.
    package let pathwayID: String?
    /// The group of audio renditions.
    package let audio: String?
    /// The group of video renditions.
    package let video: String?
    /// The group of subtitle renditions.
    package let subtitles: String?
    /// The group of closed captions, or `NONE`.
    package let closedCaptions: String?
    /// Its media playlist.
    package let link: PlaylistLink?

    private enum CodingKeys: String, CodingKey {
        case line, bandwidth, resolution, codecs, audio, video, subtitles, link
        case averageBandwidth = "average_bandwidth"
        case frameRate = "frame_rate"
        case videoRange = "video_range"
        case hdcpLevel = "hdcp_level"
        case allowedCPC = "allowed_cpc"
        case pathwayID = "pathway_id"
        case closedCaptions = "closed_captions"
    }
}

/// `EXT-X-MEDIA`.
package struct RenditionInspection: Sendable, Encodable {
    /// The line of the tag.
    package let line: Int
    /// Its name for people.
    package let name: String
    /// Its language tag.
    package let language: String?
    /// Whether it is played unless somebody chooses.
    package let isDefault: Bool
    /// Whether a player may choose it by the language of its user.
    package let isAutoselected: Bool
    /// Whether it is to be shown always.
    package let isForced: Bool
    /// The channels as written, `6`.
    package let channels: String?
    /// Its media characteristic tags.
    package let characteristics: [String]
    /// Its media playlist; nil where it is in the media of the variants.
    package let link: PlaylistLink?

    private enum CodingKeys: String, CodingKey {
        case line, name, language, channels, characteristics, link
        case isDefault = "default"
        case isAutoselected = "autoselect"
        case isForced = "forced"
    }
}
