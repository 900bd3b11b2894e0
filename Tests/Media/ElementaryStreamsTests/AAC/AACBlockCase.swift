import ElementaryStreams
import Testing

/// A frame of AAC LC, mono at 48 kHz, whose elements are written bit by bit.
struct AACBlockCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let frame: [UInt8]
    let bandReplication: AACExtensionDetector.Finding

    /// - Parameters:
    ///   - description: the contents, for test output.
    ///   - fields: the width of each field in bits and its value, "5'31", with "x20" if it is repeated.
    ///   - bandReplication: the expected finding about SBR.
    ///   - trailing: the number of bytes after the end of the block.
    init(
        _ description: String,
        _ fields: String,
        bandReplication: AACExtensionDetector.Finding = .absent,
        trailing: Int = 0
    ) {
        testDescription = description
        self.bandReplication = bandReplication
        var bits = fields.split(separator: " ").flatMap(Self.bits)
        while bits.count % 8 > 0 { bits.append(0) }
        let block = stride(from: 0, to: bits.count, by: 8).map {
            bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 }
        }
        let size = 7 + block.count + trailing
        frame =
            [
                0xFF, 0xF1, 0x4C, 0x40 | UInt8(size >> 11), UInt8(size >> 3 & 0xFF),
                UInt8(size & 7) << 5 | 0x1F, 0xFC,
            ]
            + block + [UInt8](repeating: 0, count: trailing)
    }

    /// Returns the bits of a field.
    private static func bits(_ field: Substring) -> [UInt8] {
        let numbers = field.split { $0 == "'" || $0 == "x" }.compactMap { UInt64($0) }
        let once = (0..<numbers[0]).reversed().map { UInt8(truncatingIfNeeded: numbers[1] >> $0 & 1) }
        return Array(repeatElement(once, count: numbers.count > 2 ? Int(numbers[2]) : 1).joined())
    }

    private static let end = " 3'7"
    /// A channel without bands: gain; a long window with max_sfb 0; no pulse, TNS or gain control.
    private static let silence = " 8'100 1'0 2'0 1'0 6'0 1'0 3'0"
    private static let single = "3'0 4'0" + silence

    static let accepted = [
        AACBlockCase("nothing", end),
        AACBlockCase("silence", single + end),
        AACBlockCase(
            "one long window: bands of zero, then noise, then intensity codes",
            // One section of codebook 0 over two bands, one of 13 over one, one of 15 over one; 9 bits of the
            // first noise energy; the codeword 0 of the intensity position.
            "3'0 4'0 8'100 1'0 2'0 1'0 6'4 1'0"
                + " 4'0 5'2 4'13 5'1 4'15 5'1 9'256 1'0 3'0" + end
        ),
        AACBlockCase(
            "a section longer than one escape",
            // 31 as escape and then 1: 32 bands of codebook 0.
            "3'0 4'0 8'0 1'0 2'0 1'0 6'32 1'0 4'0 5'31 5'1 3'0" + end
        ),
        AACBlockCase(
            "codebook 11 with an escape",
            // Band 0 has 4 lines: two pairs. Index 16 * 17 + 16 has the codeword 4 of 5 bits (table 4.A.12);
            // then two signs, 4 bits after an escape prefix 0, and 5 bits after the prefix 10. Index 0 has
            // the codeword 0 of 4 bits.
            "3'0 4'0 8'0 1'0 2'0 1'0 6'1 1'0 4'11 5'1 1'0 3'0"
                + " 5'4 2'3 1'0 4'9 2'2 5'17 4'0" + end
        ),
        AACBlockCase(
            "TNS and pulses",
            // One pulse; one filter of 4-bit coefficients over 10 bands, of order 2, compressed to 3 bits.
            "3'0 4'0 8'0 1'0 2'0 1'0 6'0 1'0"
                + " 1'1 2'0 6'0 5'3 4'2"
                + " 1'1 2'1 1'1 6'10 5'2 1'0 1'1 3'5 3'2 1'0" + end
        ),
        AACBlockCase(
            "a pair with a common window and M/S bands",
            // Eight short windows in groups of 4 and 4, one band: two bits of ms_used; both channels are empty.
            "3'1 4'0 1'1 1'0 2'2 1'0 4'1 7'119 2'1 2'3"
                + " 8'0 4'0 3'1 4'0 3'1 3'0"
                + " 8'0 4'0 3'1 4'0 3'1 3'0" + end
        ),
        AACBlockCase("a low frequency element", "3'3 4'0" + silence + end),
        AACBlockCase(
            "a coupling element with three gain lists",
            // Two targets, a pair with both channels and a single one, need three lists. The first is
            // implied, one is a common gain, one has a gain for each band with data, and there are none.
            "3'2 4'0 1'0 3'1 1'1 4'0 2'3 1'0 4'1 1'0 1'0 2'0" + silence
                + " 1'1 1'0 1'0" + end
        ),
        AACBlockCase("data of two bytes", "3'4 4'0 1'0 8'2 16'65535" + end),
        AACBlockCase(
            "aligned data of 255 bytes",
            single + " 3'4 4'0 1'1 8'255 8'0 3'0 8'231x255" + end
        ),
        AACBlockCase("fill without payload", "3'6 4'0" + end),
        AACBlockCase("fill of 20 bytes", "3'6 4'15 8'6 8'0x20" + end),
        AACBlockCase("SBR data", single + " 3'6 4'1 8'208" + end, bandReplication: .present),
        AACBlockCase("SBR data with a CRC", single + " 3'6 4'3 8'224 16'0" + end, bandReplication: .present),
        AACBlockCase("SBR data of no channel", "3'6 4'1 8'208" + end),
        AACBlockCase("dynamic range", single + " 3'6 4'1 8'176" + end),
    ]

    static let refused = [
        AACBlockCase("no end", single),
        AACBlockCase("bytes behind the end", single + end, trailing: 2),
        AACBlockCase("data past the frame", "3'4 4'0 1'0 8'9 16'0" + end),
        AACBlockCase("fill past the frame", "3'6 4'14 16'0" + end),
        AACBlockCase("gain control", "3'0 4'0 8'100 1'0 2'0 1'0 6'0 1'0 3'1" + end),
        AACBlockCase(
            "prediction",
            "3'0 4'0 8'0 1'0 2'0 1'0 6'0 1'1 3'0" + end
        ),
        AACBlockCase(
            "more bands than there are",
            "3'0 4'0 8'0 1'0 2'0 1'0 6'50 1'0 4'0 5'31 5'19 3'0" + end
        ),
        AACBlockCase(
            "codebook 12",
            "3'0 4'0 8'0 1'0 2'0 1'0 6'1 1'0 4'12 5'1 3'0" + end
        ),
        AACBlockCase(
            "a section past the last band",
            "3'0 4'0 8'0 1'0 2'0 1'0 6'1 1'0 4'0 5'2 3'0" + end
        ),
        AACBlockCase("ms_mask_present 3", "3'1 4'0 1'1 1'0 3'0 6'0 1'0 2'3" + end),
        AACBlockCase(
            "pulses in short windows",
            "3'0 4'0 8'0 1'0 2'2 1'0 4'0 7'0 1'1 17'0 2'0" + end
        ),
    ]
}
