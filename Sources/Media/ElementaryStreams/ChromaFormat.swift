import Bitstreams

/// chroma_format_idc: how colours are sampled (ITU-T H.264 table 6-1, H.265 table 6-1).
enum ChromaFormat: UInt32, Hashable, Sendable {
    /// None, or each colour coded as if it were the only one.
    case monochrome
    /// 4:2:0.
    case subsampled
    /// 4:2:2.
    case horizontallySubsampled
    /// 4:4:4.
    case full

    /// Reads the field.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        let offset = reader.offset
        let value = try reader.unsignedExponentialGolomb()
        guard let format = ChromaFormat(rawValue: value) else {
            throw .invalid(
                offset: offset,
                field: "chroma_format_idc",
                found: "\(value)",
                expected: "at most 3"
            )
        }
        self = format
    }

    /// Luma samples from one chroma sample to the next: the unit of cropping.
    var horizontalUnit: UInt32 {
        switch self {
        case .subsampled, .horizontallySubsampled: 2
        case .monochrome, .full: 1
        }
    }

    /// The same from row to row.
    var verticalUnit: UInt32 { self == .subsampled ? 2 : 1 }
}
