/// An `EXT-X-STREAM-INF` or `EXT-X-I-FRAME-STREAM-INF` tag; absent attributes are nil.
package struct VariantInspection: Sendable, Encodable {
    /// The line of the tag, from 1.
    package let line: Int
    /// The `BANDWIDTH`: the peak bitrate, in bits per second.
    package let bandwidth: UInt64
    /// The `AVERAGE-BANDWIDTH`, in bits per second.
    package let averageBandwidth: UInt64?
    /// The picture size: `1280x720`.
    package let resolution: String?
    /// The frame rate in pictures per second, as written.
    package let frameRate: String?
    /// The codecs, as written.
    package let codecs: String?
    /// The dynamic range: `SDR`, `HLG` or `PQ`.
    package let videoRange: String?
    /// The HDCP level: `NONE`, `TYPE-0` or `TYPE-1`.
    package let hdcpLevel: String?
    /// The content protection configurations that may play the variant, as written.
    let allowedCPC: String?
    /// The content steering pathway of the variant.
    package let pathwayID: String?
    /// The id of the audio group.
    package let audio: String?
    /// The id of the video group.
    package let video: String?
    /// The id of the subtitles group.
    package let subtitles: String?
    /// The id of the closed captions group, or `NONE`.
    package let closedCaptions: String?
    /// The reference to the media playlist.
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

/// An `EXT-X-MEDIA` tag.
package struct RenditionInspection: Sendable, Encodable {
    /// The line of the tag, from 1.
    package let line: Int
    /// The display name.
    package let name: String
    /// The language tag, or nil if the attribute is absent.
    package let language: String?
    /// Indicates whether players select the rendition unless the user chose another.
    package let isDefault: Bool
    /// Indicates whether players may select the rendition by system settings, such as the language.
    package let isAutoselected: Bool
    /// Indicates whether the subtitles are essential to play (`FORCED`).
    package let isForced: Bool
    /// The channels as written, such as `6`, or nil if the attribute is absent.
    package let channels: String?
    /// The media characteristics.
    package let characteristics: [String]
    /// The reference to the media playlist, or nil if the rendition is in the media of the variants.
    package let link: PlaylistLink?

    private enum CodingKeys: String, CodingKey {
        case line, name, language, channels, characteristics, link
        case isDefault = "default"
        case isAutoselected = "autoselect"
        case isForced = "forced"
    }
}
