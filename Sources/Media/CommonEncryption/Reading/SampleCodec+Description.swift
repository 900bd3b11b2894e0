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
