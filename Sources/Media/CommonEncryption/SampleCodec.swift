/// What has to be known of a codec to find the bytes of its samples that are encrypted in fMP4.
package enum SampleCodec: Hashable, Sendable {
    /// AVC: NAL units behind their lengths; slice headers stay clear.
    case avc(NALUnitConfiguration)
    /// HEVC, and Dolby Vision over it.
    case hevc(NALUnitConfiguration)
    /// AV1: the tiles of frame and tile group OBUs; `configuration` is configOBUs of `av1C`.
    case av1(configuration: [UInt8])
    /// Audio: whole samples.
    case wholeSamples
    /// Text and metadata, which stay clear.
    case clear

    /// How NAL units are packed in samples, and the parameter sets beside them.
    package struct NALUnitConfiguration: Hashable, Sendable {
        /// Bytes of the length in front of each NAL unit: 1, 2 or 4.
        package var lengthSize: Int
        /// The parameter sets of the sample entry, each a NAL unit with its header, in order.
        package var parameterSets: [[UInt8]]
        /// Whether the sample entry allows parameter sets in samples (`avc3`, `hev1`, `dvav`, `dvhe`): it becomes the
        /// other one, and those in samples, which have to be the same, are dropped.
        package var isInBand: Bool

        /// A configuration from its parts.
        package init(lengthSize: Int, parameterSets: [[UInt8]], isInBand: Bool = false) {
            self.lengthSize = lengthSize
            self.parameterSets = parameterSets
            self.isInBand = isInBand
        }
    }
}
