import Bitstreams

/// The flags that tell which extensions a parameter set of HEVC has (ITU-T H.265, 7.3.2.2.1 and 7.3.2.3.1).
struct HEVCExtensionFlags: Hashable, Sendable {
    /// The range extension.
    private(set) var hasRange = false
    /// The extension for screen content.
    private(set) var hasScreenContent = false

    /// Reads the flags where there are some.
    ///
    /// - Throws: `ParseError` where bits are missing; where the extension for screen content stands behind that of
    ///   several layers or of depth, which no profile allows in the base layer.
    init(ifPresent reader: inout NALUnitBitReader) throws(ParseError) {
        let start = reader.offset
        guard try reader.flag() else { return }
        hasRange = try reader.flag()
        let hasOthers = try reader.bits(2) != 0
        hasScreenContent = try reader.flag()
        // Of the four last ones, those of data that follow, nothing is known.
        try reader.skip(4)
        guard hasScreenContent, hasOthers else { return }
        throw .invalid(
            offset: start,
            field: "extension for screen content",
            found: "behind one for several layers or depth",
            expected: "none of these in the base layer"
        )
    }
}
