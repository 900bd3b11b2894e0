package import Bitstreams

/// Measures slice segment headers of HEVC with the parameter sets that were seen (ITU-T H.265, 7.3.6).
///
/// A slice is read with the sets as they are when it comes: one that changes under its identifier takes effect, for
/// picture parameter sets that came before it too.
package struct HEVCSliceHeaderReader: Sendable {
    private var sequenceSets = [HEVCSequenceParameterSet?](
        repeating: nil,
        count: HEVCSequenceParameterSet.largestIdentifier + 1
    )
    private var pictureSets = [HEVCPictureParameterSet?](
        repeating: nil,
        count: HEVCPictureParameterSet.largestIdentifier + 1
    )

    /// No parameter sets yet.
    package init() {}

    /// Takes a parameter set: nal_unit_type 32 to 34 of the base layer; others are passed over.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit with its header.
    ///   - offset: where it stands in the stream.
    /// - Throws: `ParseError` where it cannot be parsed.
    package mutating func take(parameterSet unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = NALUnitBitReader(unit, at: offset)
        let header = try HEVCNALUnitHeader(&reader)
        guard header.isBaseLayer else { return }
        switch header.type {
        case HEVCNALUnitHeader.sequenceParameterSet:
            let set = try HEVCSequenceParameterSet(unit, at: offset)
            sequenceSets[set.identifier] = set
        case HEVCNALUnitHeader.pictureParameterSet:
            let set = try HEVCPictureParameterSet(unit, at: offset)
            pictureSets[set.identifier] = set
        // Slices do not depend on video parameter sets.
        default: break
        }
    }

    /// The bytes at the start of a slice segment (nal_unit_type 0 to 9 and 16 to 21) that its NAL unit header and slice
    /// segment header take, as they stand in the stream, emulation prevention bytes and byte_alignment included.
    ///
    /// An emulation prevention byte directly behind the header is not counted.
    ///
    /// - Parameters:
    ///   - prefix: the first bytes of the NAL unit, from its header on; at least those of the slice segment header.
    ///   - offset: where it stands in the stream.
    /// - Returns: the number of bytes.
    /// - Throws: `.truncated` where `prefix` ends inside of the header; others where it cannot be parsed.
    package func clearLength(ofSlice prefix: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) -> Int {
        var reader = NALUnitBitReader(prefix, at: offset)
        let unit = try HEVCNALUnitHeader(&reader)
        try Self.checkIsSlice(unit, at: offset)
        let start = try HEVCSliceSegmentStart(&reader, isRandomAccess: unit.isRandomAccess)
        guard let picture = pictureSets[start.pictureParameterSet] else {
            throw .missing(offset: offset, "picture parameter set \(start.pictureParameterSet)")
        }
        guard let sequence = sequenceSets[picture.sequenceIdentifier] else {
            throw .missing(offset: offset, "sequence parameter set \(picture.sequenceIdentifier)")
        }
        var header = HEVCSliceHeader(reader, unit: unit, sequence: sequence, picture: picture)
        return try header.measure(isFirst: start.isFirst)
    }

    private static func checkIsSlice(_ unit: HEVCNALUnitHeader, at offset: UInt64) throws(ParseError) {
        guard unit.isBaseLayer else {
            throw .invalid(offset: offset, field: "nuh_layer_id", found: "\(unit.layer)", expected: "0")
        }
        guard unit.isSlice else {
            throw .invalid(
                offset: offset,
                field: "nal_unit_type",
                found: "\(unit.type)",
                expected: "0 to 9 or 16 to 21"
            )
        }
    }
}
