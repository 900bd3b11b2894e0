package import Bitstreams

/// A parser that measures HEVC slice segment headers with the parameter sets seen so far (ITU-T H.265,
/// 7.3.6).
///
/// A slice is parsed with the sets in force at that time. A sequence parameter set that replaces another one
/// also applies to picture parameter sets that came before it.
package struct HEVCSliceHeaderReader: Sendable {
    private var sequenceSets = [HEVCSequenceParameterSet?](
        repeating: nil,
        count: HEVCSequenceParameterSet.largestIdentifier + 1
    )
    private var pictureSets = [HEVCPictureParameterSet?](
        repeating: nil,
        count: HEVCPictureParameterSet.largestIdentifier + 1
    )

    /// Creates a reader without parameter sets.
    package init() {}

    /// Stores a sequence or picture parameter set of the base layer (nal_unit_type 33 or 34) and ignores
    /// other NAL units.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit, header included.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if the set cannot be parsed.
    package mutating func store(parameterSet unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
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
        // Slice headers do not depend on video parameter sets.
        default: break
        }
    }

    /// Returns the length in the stream of the NAL unit header and slice segment header of a slice segment
    /// (nal_unit_type 0 to 9 and 16 to 21).
    ///
    /// byte_alignment and emulation prevention bytes count, except an emulation prevention byte directly
    /// after the header.
    ///
    /// - Parameters:
    ///   - prefix: the first bytes of the NAL unit, header included, at least up to the end of the slice
    ///     segment header.
    ///   - offset: the offset of the first byte in the stream.
    /// - Returns: the length in bytes, which common encryption leaves clear.
    /// - Throws: `.truncated` if `prefix` ends within the header; another error if a parameter set is missing
    ///   or the header cannot be parsed.
    package func clearLength(ofSlice prefix: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) -> Int {
        var reader = NALUnitBitReader(prefix, at: offset)
        let unit = try HEVCNALUnitHeader(&reader)
        try Self.checkIsSlice(unit, at: offset)
        let start = try HEVCSliceSegmentStart(&reader, isRandomAccess: unit.isIRAP)
        guard let pictureSet = pictureSets[start.pictureParameterSetID] else {
            throw .missing(offset: offset, "picture parameter set \(start.pictureParameterSetID)")
        }
        guard let sequenceSet = sequenceSets[pictureSet.sequenceParameterSetID] else {
            throw .missing(offset: offset, "sequence parameter set \(pictureSet.sequenceParameterSetID)")
        }
        var header = HEVCSliceHeader(
            reader,
            nalUnitHeader: unit,
            sequenceSet: sequenceSet,
            pictureSet: pictureSet
        )
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
