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

extension SampleCodec {
    /// Describes the location of a byte within a sample: for AVC and HEVC the NAL unit, counted from 0.
    ///
    /// - Parameters:
    ///   - position: the offset of the byte in the sample.
    ///   - sample: the clear bytes of the sample.
    /// - Returns: the description, such as "in NAL unit 0 (nal_unit_type 5)", or nil if the codec has no NAL
    ///   units or the byte is in none.
    package func description(ofByteAt position: Int, in sample: Span<UInt8>) -> String? {
        let lengthSize: Int
        var isHEVC = false
        switch self {
        case .avc(let configuration): lengthSize = configuration.lengthSize
        case .hevc(let configuration):
            lengthSize = configuration.lengthSize
            isHEVC = true
        case .av1, .wholeSamples, .clear: return nil
        }
        var units = LengthPrefixedNALUnits(lengthSize: lengthSize)
        var number = 0
        while let unit = units.next(in: sample) {
            if position < unit.lowerBound { return "in the length of NAL unit \(number)" }
            if unit.contains(position) {
                let header = sample[unit.lowerBound]
                let type = isHEVC ? header >> 1 & 0x3F : header & 0x1F
                return "in NAL unit \(number) (nal_unit_type \(type))"
            }
            number += 1
        }
        return nil
    }
}
