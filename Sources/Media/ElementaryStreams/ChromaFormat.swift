import Bitstreams

/// The chroma subsampling, chroma_format_idc (ITU-T H.264 table 6-1, H.265 table 6-1).
enum ChromaFormat: UInt32, Hashable, Sendable {
    /// No chroma, or color planes that are coded separately, each like luma.
    case monochrome
    /// 4:2:0.
    case subsampled
    /// 4:2:2.
    case horizontallySubsampled
    /// 4:4:4.
    case full

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

    /// The number of luma samples for each chroma sample in a row: the horizontal unit of cropping.
    var horizontalUnit: UInt32 {
        switch self {
        case .subsampled, .horizontallySubsampled: 2
        case .monochrome, .full: 1
        }
    }

    /// The number of luma samples for each chroma sample in a column: the vertical unit of cropping.
    var verticalUnit: UInt32 { self == .subsampled ? 2 : 1 }
}
