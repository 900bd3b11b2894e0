internal import SampleEncryption

/// Says what of a sample of fMP4 a byte is.
enum SampleWords {
    /// The NAL unit of AVC and HEVC.
    ///
    /// - Parameters:
    ///   - position: a byte of the sample.
    ///   - sample: its bytes in the clear.
    ///   - codec: what the samples of its track are.
    /// - Returns: the words; nil where there is no more to say.
    static func words(at position: Int, in sample: Span<UInt8>, _ codec: SampleCodec?) -> String? {
        let lengthSize: Int
        var isHEVC = false
        switch codec {
        case .avc(let configuration): lengthSize = configuration.lengthSize
        case .hevc(let configuration):
            lengthSize = configuration.lengthSize
            isHEVC = true
        default: return nil
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
