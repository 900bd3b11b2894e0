import Bitstreams

/// chroma_format_idc and separate_colour_plane_flag of HEVC (ITU-T H.265, 7.3.2.2.1).
struct HEVCChroma: Hashable, Sendable {
    /// chroma_format_idc.
    let format: ChromaFormat
    /// separate_colour_plane_flag.
    let hasSeparatePlanes: Bool

    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        format = try ChromaFormat(&reader)
        hasSeparatePlanes = try reader.flag(if: format == .yuv444)
    }

    /// ChromaArrayType: the chroma format, or monochrome if color planes are coded separately.
    var arrayType: ChromaFormat { hasSeparatePlanes ? .monochrome : format }
}

/// The sample format of HEVC pictures (ITU-T H.265, 7.3.2.2.1).
struct HEVCSampleFormat: Hashable, Sendable {
    let chroma: HEVCChroma
    /// The bit depth of luma samples.
    let lumaDepth: Int
    /// The bit depth of chroma samples.
    let chromaDepth: Int

    /// Reads bit_depth_luma_minus8 and bit_depth_chroma_minus8.
    init(_ reader: inout NALUnitBitReader, chroma: HEVCChroma) throws(ParseError) {
        self.chroma = chroma
        lumaDepth = try reader.number("bit_depth_luma_minus8", atMost: 8) + 8
        chromaDepth = try reader.number("bit_depth_chroma_minus8", atMost: 8) + 8
    }

    /// Indicates whether slices have chroma: ChromaArrayType is not 0.
    var hasChroma: Bool { chroma.arrayType != .monochrome }
}
