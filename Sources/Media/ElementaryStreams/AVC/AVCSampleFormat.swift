import Bitstreams

/// The chroma format in an AVC sequence parameter set, with the fields next to it (ITU-T H.264, 7.3.2.1.1).
struct AVCSampleFormat: Hashable, Sendable {
    /// ChromaArrayType: the chroma format, or monochrome if color planes are coded separately.
    let chroma: ChromaFormat
    /// separate_colour_plane_flag.
    let hasSeparatePlanes: Bool
    /// chroma_format_idc, 0 to 3.
    let chromaFormatIndicator: UInt8
    /// The bit depth of luma samples.
    let lumaDepth: UInt8
    /// The bit depth of chroma samples.
    let chromaDepth: UInt8

    /// The format for profiles that do not signal one: 4:2:0 with 8 bits.
    static let baseline = AVCSampleFormat(chroma: .yuv420, hasSeparatePlanes: false)

    private init(chroma: ChromaFormat, hasSeparatePlanes: Bool) {
        self.chroma = chroma
        self.hasSeparatePlanes = hasSeparatePlanes
        chromaFormatIndicator = UInt8(chroma.rawValue)
        lumaDepth = 8
        chromaDepth = 8
    }

    /// Reads chroma_format_idc to the last scaling list.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        let coded = try ChromaFormat(&reader)
        hasSeparatePlanes = try reader.flag(if: coded == .yuv444)
        chroma = hasSeparatePlanes ? .monochrome : coded
        chromaFormatIndicator = UInt8(coded.rawValue)
        lumaDepth = UInt8(try reader.number("bit_depth_luma_minus8", atMost: 6)) + 8
        chromaDepth = UInt8(try reader.number("bit_depth_chroma_minus8", atMost: 6)) + 8
        // qpprime_y_zero_transform_bypass_flag
        try reader.skip(1)
        if try reader.flag() {
            for index in 0..<(coded == .yuv444 ? 12 : 8) where try reader.flag() {
                try Self.skipScalingList(&reader, count: index < 6 ? 16 : 64)
            }
        }
    }

    /// Skips scaling_list (7.3.2.1.1.1).
    private static func skipScalingList(_ reader: inout NALUnitBitReader, count: Int) throws(ParseError) {
        var last: Int32 = 8
        for _ in 0..<count {
            last = (last &+ (try reader.signedExponentialGolomb())) & 0xFF
            if last == 0 { return }
        }
    }
}
