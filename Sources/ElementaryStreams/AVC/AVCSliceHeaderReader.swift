package import Bitstreams

/// Measures slice headers of AVC with the parameter sets that were seen (ITU-T H.264, 7.3.3).
package struct AVCSliceHeaderReader: Sendable {
    /// No parameter sets yet.
    package init() {}

    /// Takes a parameter set: nal_unit_type 7 or 8; others are passed over.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit with its header.
    ///   - offset: where it stands in the stream.
    /// - Throws: `ParseError` where it cannot be parsed.
    package mutating func take(parameterSet unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {}

    /// The bytes at the start of a slice (nal_unit_type 1 or 5) that its NAL unit header and slice header take, as they
    /// stand in the stream, emulation prevention bytes included, rounded up to a whole byte.
    ///
    /// - Parameters:
    ///   - prefix: the first bytes of the NAL unit, from its header on; more than the slice header needs.
    ///   - offset: where it stands in the stream.
    /// - Returns: the number of bytes.
    /// - Throws: `.truncated` where `prefix` ends inside of the slice header; others where it cannot be parsed.
    package func clearLength(ofSlice prefix: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) -> Int {
        throw .missing(offset: offset, "slice header")
    }
}
