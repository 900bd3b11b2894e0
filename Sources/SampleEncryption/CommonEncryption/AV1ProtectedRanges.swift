/// Finds the tiles in the samples of an AV1 track, sample by sample in decoding order.
///
/// Source: AV1 codec ISO media file format binding, section 4 (common encryption).
package struct AV1ProtectedRanges: Sendable {
    /// - Parameter configuration: configOBUs of `av1C`.
    package init(configuration: [UInt8]) throws(SampleEncryptionError) {}

    /// Appends the ranges of the next sample that are protected: one for each tile, from its first to its last byte.
    ///
    /// - Parameters:
    ///   - sample: its bytes.
    ///   - ranges: gets the ranges, in ascending order, within the sample.
    /// - Throws: `SampleEncryptionError` for what cannot be parsed, and what reading throws.
    package mutating func append(of sample: inout some SampleBytes, to ranges: inout [Range<Int>]) throws {}
}
