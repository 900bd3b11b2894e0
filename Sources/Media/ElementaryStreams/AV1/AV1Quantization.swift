import Bitstreams

/// The part of quantization_params that decides whether frames are lossless (AV1, 5.9.12).
struct AV1Quantization: Hashable, Sendable {
    /// base_q_idx: 0 to 255.
    let baseIndex: Int
    /// Indicates whether one of DeltaQYDc, DeltaQUDc, DeltaQUAc, DeltaQVDc and DeltaQVAc is not 0.
    let hasDifferences: Bool

    /// Parses quantization_params.
    ///
    /// - Parameters:
    ///   - reader: positioned at base_q_idx; advanced past quantization_params.
    ///   - color: the color configuration of the sequence.
    /// - Throws: `ParseError` if bits are missing.
    init(_ reader: inout BitReader, color: AV1ColorConfiguration) throws(ParseError) {
        baseIndex = Int(try reader.bits(8))
        var hasDifferences = try Self.difference(&reader) != 0
        if !color.isMonochrome {
            let hasOwnV = try color.hasSeparateChromaQuantizers ? reader.flag() : false
            for _ in 0..<(hasOwnV ? 4 : 2) where try Self.difference(&reader) != 0 { hasDifferences = true }
        }
        self.hasDifferences = hasDifferences
        // using_qmatrix: qm_y, qm_u and qm_v
        if try reader.flag() { try reader.skip(color.hasSeparateChromaQuantizers ? 12 : 8) }
    }

    /// Reads read_delta_q (AV1, 5.9.13).
    private static func difference(_ reader: inout BitReader) throws(ParseError) -> Int {
        try reader.flag() ? reader.signedBits(1 + 6) : 0
    }

    /// Returns CodedLossless: all segments are coded without loss (AV1, 5.9.2 and 7.12.2).
    func isLossless(_ segmentation: AV1Segmentation) -> Bool {
        !hasDifferences && segmentation.quantizerChanges.allSatisfy { baseIndex + $0 <= 0 }
    }
}
