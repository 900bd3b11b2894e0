import Bitstreams

/// The chroma subsampling, chroma_format_idc (ITU-T H.264 table 6-1, H.265 table 6-1).
enum ChromaFormat: UInt32, Hashable, Sendable {
    /// No chroma, or color planes that are coded separately, each like luma.
    case monochrome
    /// 4:2:0.
    case yuv420
    /// 4:2:2.
    case yuv422
    /// 4:4:4.
    case yuv444

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
        case .yuv420, .yuv422: 2
        case .monochrome, .yuv444: 1
        }
    }

    /// The number of luma samples for each chroma sample in a column: the vertical unit of cropping.
    var verticalUnit: UInt32 { self == .yuv420 ? 2 : 1 }
}
