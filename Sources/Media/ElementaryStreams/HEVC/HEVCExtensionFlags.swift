import Bitstreams

/// The flags for the extensions of an HEVC parameter set (ITU-T H.265, 7.3.2.2.1 and 7.3.2.3.1).
struct HEVCExtensionFlags: Hashable, Sendable {
    /// sps_range_extension_flag or pps_range_extension_flag.
    private(set) var hasRange = false
    /// sps_scc_extension_flag or pps_scc_extension_flag, for screen content coding.
    private(set) var hasScreenContent = false

    /// Reads the flags, if present.
    ///
    /// - Throws: `ParseError` if bits are missing, or if the screen content extension follows a multilayer or
    ///   3D extension, which no profile allows in the base layer.
    init(ifPresent reader: inout NALUnitBitReader) throws(ParseError) {
        let start = reader.offset
        guard try reader.flag() else { return }
        hasRange = try reader.flag()
        let hasOthers = try reader.bits(2) != 0
        hasScreenContent = try reader.flag()
        // The last four flags announce extension data that are not specified.
        try reader.skip(4)
        guard hasScreenContent, hasOthers else { return }
        throw .invalid(
            offset: start,
            field: "extension for screen content",
            found: "after one for several layers or depth",
            expected: "no extension for several layers or depth in the base layer"
        )
    }
}
