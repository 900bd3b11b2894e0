package import Bitstreams

/// Measures slice segment headers of HEVC with the parameter sets that were seen (ITU-T H.265, 7.3.6).
package struct HEVCSliceHeaderReader: Sendable {
    /// No parameter sets yet.
    package init() {}

    /// Takes a parameter set: nal_unit_type 32 to 34 of the base layer; others are passed over.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit with its header.
    ///   - offset: where it stands in the stream.
    /// - Throws: `ParseError` where it cannot be parsed.
    package mutating func take(parameterSet unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {}

    /// The bytes at the start of a slice segment (nal_unit_type 0 to 9 and 16 to 21) that its NAL unit header and slice
    /// segment header take, as they stand in the stream, emulation prevention bytes and byte_alignment included.
    ///
    /// - Parameters:
    ///   - prefix: the first bytes of the NAL unit, from its header on; more than the header needs.
    ///   - offset: where it stands in the stream.
    /// - Returns: the number of bytes.
    /// - Throws: `.truncated` where `prefix` ends inside of the header; others where it cannot be parsed.
    package func clearLength(ofSlice prefix: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) -> Int {
        throw .missing(offset: offset, "slice segment header")
    }
}
