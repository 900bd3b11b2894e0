package import ProtectionTerms

/// The attributes that `EXT-X-STREAM-INF` and `EXT-X-I-FRAME-STREAM-INF` share (RFC 8216bis 4.4.6.2).
package struct StreamInformation: Sendable {
    static let attributes: [AttributeDefinition] = [
        .required("BANDWIDTH", .decimalInteger, in: "bits a second"),
        .optional("AVERAGE-BANDWIDTH", .decimalInteger, in: "bits a second"),
        .optional("SCORE", .decimalFloatingPoint),
        .optional("CODECS", .quotedString),
        .optional("SUPPLEMENTAL-CODECS", .quotedString),
        .optional("RESOLUTION", .decimalResolution, in: "pixels"),
        .optional("HDCP-LEVEL", .enumeratedString(HDCPLevel.keywords)),
        .optional("ALLOWED-CPC", .quotedString),
        .optional("VIDEO-RANGE", .enumeratedString(VideoRange.keywords)),
        .optional("REQ-VIDEO-LAYOUT", .quotedString, since: 12),
        .optional("STABLE-VARIANT-ID", .quotedString),
        .optional("VIDEO", .quotedString),
        .optional("PATHWAY-ID", .quotedString),
    ]

    /// Values of `VIDEO-RANGE`.
    package enum VideoRange: String, Hashable, KeywordValue {
        /// Standard dynamic range, the default.
        case sdr = "SDR"
        /// Hybrid log-gamma.
        case hlg = "HLG"
        /// The perceptual quantizer of SMPTE ST 2084.
        case pq = "PQ"
    }

    /// The peak bitrate of the segments, in bits per second.
    package let bandwidth: UInt64
    /// The average bitrate, in bits per second.
    package let averageBandwidth: UInt64?
    /// The preference relative to the other variants; higher is better.
    package let score: Double?
    /// The formats (RFC 6381), separated by commas.
    package let codecs: String?
    /// The formats of enhancement layers with their brands, separated by commas.
    package let supplementalCodecs: String?
    /// The optimal size of the pictures.
    package let resolution: Resolution?
    /// The required protection of the output, or nil if not written or unknown.
    package let hdcpLevel: HDCPLevel?
    /// The devices that may play the variant: key formats with labels, separated by commas.
    package let allowedCPC: String?
    /// The transfer characteristics, or nil if unknown or not written, which means SDR.
    package let videoRange: VideoRange?
    /// The special rendering that is required: entries separated by commas.
    package let requiredVideoLayout: String?
    /// The identifier that stays the same if the URI changes.
    package let stableVariantID: String?
    /// The group of video renditions.
    package let video: String?
    /// The pathway of content steering, or nil if not written, which means `.`.
    package let pathwayID: String?
    /// All attributes as written.
    package let attributes: AttributeList

    init(_ reader: AttributeReader, _ log: inout ProblemLog) throws(PlaylistError) {
        let list = reader.list
        let variables = reader.variables
        let bandwidth = try log.require { () throws(PlaylistError) in
            try list.require("BANDWIDTH", of: reader.tag, list.decimalInteger("BANDWIDTH"))
        }
        self.bandwidth = bandwidth ?? 0
        self.averageBandwidth = try log.require { () throws(PlaylistError) in
            try list.decimalInteger("AVERAGE-BANDWIDTH")
        }
        self.codecs = try log.require { () throws(PlaylistError) in
            try list.quotedString("CODECS", substituting: variables)
        }
        self.resolution = try log.require { () throws(PlaylistError) in
            try list.decimalResolution("RESOLUTION")
        }
        self.video = try log.require { () throws(PlaylistError) in
            try list.quotedString("VIDEO", substituting: variables)
        }
        self.score = reader.number("SCORE", &log)
        self.supplementalCodecs = reader.text("SUPPLEMENTAL-CODECS", &log)
        self.hdcpLevel = reader.word("HDCP-LEVEL", as: HDCPLevel.self, &log)
        self.allowedCPC = reader.text("ALLOWED-CPC", &log)
        self.videoRange = reader.word("VIDEO-RANGE", as: VideoRange.self, &log)
        self.requiredVideoLayout = reader.text("REQ-VIDEO-LAYOUT", &log)
        self.stableVariantID = reader.text("STABLE-VARIANT-ID", &log)
        self.pathwayID = reader.text("PATHWAY-ID", &log)
        self.attributes = list
    }
}
