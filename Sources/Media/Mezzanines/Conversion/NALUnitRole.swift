/// What a NAL unit of a byte stream is to samples (ITU-T H.264 table 7-1 and 7.4.1.2.3; H.265 table 7-1 and 7.4.2.4.4).
enum NALUnitRole: Hashable {
    /// Whose NAL units they are.
    enum Codec: Hashable, Sendable {
        case avc, hevc
    }

    /// An access unit delimiter: left out.
    case delimiter
    /// Filler data: left out.
    case filler
    /// A parameter set of the base layer: goes into the sample entry, or stays in samples where sets change.
    case parameterSet
    /// One of those that come before the first slice of their access unit, SEI for example.
    case prefix
    /// A slice of the base layer: whether it is the first of its picture, and whether decoding can begin with the picture.
    case slice(isFirst: Bool, isSync: Bool)
    /// One that is of the access unit that it stands in.
    case other

    /// The role by the first three bytes of a unit, header included; 0 for those that it does not have.
    init(_ codec: Codec, _ first: UInt8, _ second: UInt8, _ third: UInt8) {
        switch codec {
        case .avc: self = Self.avc(type: first & 0x1F, isFirst: second & 0x80 != 0)
        case .hevc:
            let isBaseLayer = first & 0x01 == 0 && second & 0xF8 == 0
            let type = first >> 1 & 0x3F
            self =
                isBaseLayer || type == 35 || type == 38
                ? Self.hevc(type: type, isFirst: third & 0x80 != 0) : .other
        }
    }

    /// first_mb_in_slice is 0 where the bit behind the header is 1.
    private static func avc(type: UInt8, isFirst: Bool) -> Self {
        switch type {
        case 1, 2: .slice(isFirst: isFirst, isSync: false)
        case 5: .slice(isFirst: isFirst, isSync: true)
        case 7, 8: .parameterSet
        case 9: .delimiter
        case 12: .filler
        case 6, 14...18: .prefix
        default: .other
        }
    }

    private static func hevc(type: UInt8, isFirst: Bool) -> Self {
        switch type {
        case 0...15: .slice(isFirst: isFirst, isSync: false)
        case 16...31: .slice(isFirst: isFirst, isSync: type < 24)
        case 32...34: .parameterSet
        case 35: .delimiter
        case 38: .filler
        case 39, 41...44, 48...55: .prefix
        default: .other
        }
    }

    /// Whether it is in no sample.
    ///
    /// - Parameter keepingSets: whether parameter sets stay in samples.
    /// - Returns: whether it goes.
    func isLeftOut(keepingSets: Bool) -> Bool {
        switch self {
        case .delimiter, .filler: true
        case .parameterSet: !keepingSets
        case .prefix, .slice, .other: false
        }
    }

    /// Whether an access unit begins with it when it comes behind a slice.
    var beginsAccessUnit: Bool {
        switch self {
        case .delimiter, .parameterSet, .prefix: true
        case .filler, .slice, .other: false
        }
    }
}
