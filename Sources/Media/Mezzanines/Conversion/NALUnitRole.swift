/// The role of a NAL unit when a byte stream is split into samples (ITU-T H.264 table 7-1 and 7.4.1.2.3;
/// H.265 table 7-1 and 7.4.2.4.4).
enum NALUnitRole: Hashable {
    /// The codec of the NAL units.
    enum Codec: Hashable, Sendable {
        case avc, hevc
    }

    /// An access unit delimiter, which is left out.
    case delimiter
    /// Filler data, which is left out.
    case filler
    /// A parameter set of the base layer, which moves to the sample entry, or stays in samples if sets
    /// change.
    case parameterSet
    /// A NAL unit, such as SEI, of a type that comes before the first slice of its access unit.
    case prefix
    /// A slice of the base layer: whether it is the first of its picture, and whether the picture is a sync
    /// picture (IDR in H.264, IRAP in HEVC).
    case slice(isFirst: Bool, isSync: Bool)
    /// Any other NAL unit, which belongs to the current access unit.
    case other

    /// Creates the role from the first three bytes of the NAL unit, header included; 0 for missing bytes.
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

    /// The first bit after the header is 1 if first_mb_in_slice is 0.
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

    /// Indicates whether samples do not contain the NAL unit.
    ///
    /// - Parameter keepingSets: true if parameter sets stay in samples.
    /// - Returns: true if the NAL unit is left out.
    func isLeftOut(keepingSets: Bool) -> Bool {
        switch self {
        case .delimiter, .filler: true
        case .parameterSet: !keepingSets
        case .prefix, .slice, .other: false
        }
    }

    /// Indicates whether the NAL unit begins an access unit if it comes after a slice.
    var beginsAccessUnit: Bool {
        switch self {
        case .delimiter, .parameterSet, .prefix: true
        case .filler, .slice, .other: false
        }
    }
}
