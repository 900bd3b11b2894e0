/// The codec of fMP4 samples, with the configuration needed to find the bytes to encrypt.
package enum SampleCodec: Hashable, Sendable {
    /// AVC: slice data after the slice headers, in length-prefixed NAL units.
    case avc(NALUnitConfiguration)
    /// HEVC, also with Dolby Vision: slice data as in AVC.
    case hevc(NALUnitConfiguration)
    /// AV1: the tiles of frame and tile group OBUs; `configuration` is configOBUs of `av1C`.
    case av1(configuration: [UInt8])
    /// Audio: whole samples.
    case wholeSamples
    /// Text and metadata: nothing, they stay clear.
    case clear

    /// The NAL unit length size and the parameter sets of a sample entry.
    package struct NALUnitConfiguration: Hashable, Sendable {
        /// The size in bytes of the length before each NAL unit: 1, 2 or 4.
        package var lengthSize: Int
        /// The parameter sets of the sample entry, each a NAL unit with its header, in order.
        package var parameterSets: [[UInt8]]
        /// Indicates whether the sample entry allows parameter sets in samples (`avc3`, `hev1`, `dvav`,
        /// `dvhe`).
        ///
        /// Protection turns such an entry into the other type (`avc1`, `hvc1`, `dva1`, `dvh1`) and removes
        /// the parameter sets from the samples, which have to equal those of the entry.
        package var isInBand: Bool

        /// Creates a configuration from its parts.
        package init(lengthSize: Int, parameterSets: [[UInt8]], isInBand: Bool = false) {
            self.lengthSize = lengthSize
            self.parameterSets = parameterSets
            self.isInBand = isInBand
        }
    }
}
