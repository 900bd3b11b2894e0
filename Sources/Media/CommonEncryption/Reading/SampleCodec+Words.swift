extension SampleCodec {
    /// Says what of a sample a byte is: of AVC and HEVC in which NAL unit it is, counted from 0.
    ///
    /// - Parameters:
    ///   - position: a byte of the sample.
    ///   - sample: its bytes in the clear.
    /// - Returns: the words; nil where there is no more to say.
    package func words(at position: Int, in sample: Span<UInt8>) -> String? {
        let lengthSize: Int
        var isHEVC = false
        switch self {
        case .avc(let configuration): lengthSize = configuration.lengthSize
        case .hevc(let configuration):
            lengthSize = configuration.lengthSize
            isHEVC = true
        case .av1, .wholeSamples, .clear: return nil
        }
        var units = LengthPrefixedUnits(lengthSize: lengthSize)
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
