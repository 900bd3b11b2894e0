package import Bitstreams

/// A parser that measures AVC slice headers with the parameter sets seen so far (ITU-T H.264, 7.3.3).
///
/// A slice is parsed with the sets in force at that time. A sequence parameter set that replaces another one
/// also applies to picture parameter sets that came before it.
package struct AVCSliceHeaderReader: Sendable {
    private var sequenceSets = [AVCSequenceParameterSet?](
        repeating: nil,
        count: AVCSequenceParameterSet.largestIdentifier + 1
    )
    private var pictureSets = [AVCPictureParameterSet?](
        repeating: nil,
        count: AVCPictureParameterSet.largestIdentifier + 1
    )

    /// Creates a reader without parameter sets.
    package init() {}

    /// Stores a parameter set (nal_unit_type 7 or 8) and ignores other NAL units.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit, header included.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if the set cannot be parsed.
    package mutating func store(parameterSet unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = NALUnitBitReader(unit, at: offset)
        let header = try AVCNALUnitHeader(&reader)
        switch header.type {
        case AVCNALUnitHeader.sequenceParameterSet:
            let set = try AVCSequenceParameterSet(unit, at: offset)
            sequenceSets[set.identifier] = set
        case AVCNALUnitHeader.pictureParameterSet:
            let set = try AVCPictureParameterSet(unit, at: offset)
            pictureSets[set.identifier] = set
        default: break
        }
    }

    /// Returns the length in the stream of the NAL unit header and slice header of a slice (nal_unit_type 1
    /// or 5).
    ///
    /// Emulation prevention bytes count, except one directly after the header. The last byte counts as a
    /// whole.
    ///
    /// - Parameters:
    ///   - prefix: the first bytes of the NAL unit, header included, at least up to the end of the slice
    ///     header.
    ///   - offset: the offset of the first byte in the stream.
    /// - Returns: the length in bytes, which common encryption leaves clear.
    /// - Throws: `.truncated` if `prefix` ends within the slice header; another error if a parameter set is
    ///   missing or the header cannot be parsed.
    package func clearLength(ofSlice prefix: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) -> Int {
        var reader = NALUnitBitReader(prefix, at: offset)
        let unit = try AVCNALUnitHeader(&reader)
        guard unit.isSlice else {
            throw .invalid(offset: offset, field: "nal_unit_type", found: "\(unit.type)", expected: "1 or 5")
        }
        let start = try AVCSliceHeaderStart(&reader)
        guard let pictureSet = pictureSets[start.pictureParameterSetID] else {
            throw .missing(offset: offset, "picture parameter set \(start.pictureParameterSetID)")
        }
        guard let sequenceSet = sequenceSets[pictureSet.sequenceParameterSetID] else {
            throw .missing(offset: offset, "sequence parameter set \(pictureSet.sequenceParameterSetID)")
        }
        var header = AVCSliceHeader(
            reader,
            nalUnitHeader: unit,
            type: start.type,
            sequenceSet: sequenceSet,
            pictureSet: pictureSet
        )
        return try header.measure()
    }

    /// Returns the field that a slice (nal_unit_type 1, 2 or 5) belongs to.
    ///
    /// - Parameter prefix: the first bytes of the NAL unit, header included, at least up to
    ///   bottom_field_flag.
    /// - Returns: the field, or nil if the picture is a frame or that cannot be found out.
    package func field(ofSlice prefix: ArraySlice<UInt8>) -> AVCField? {
        var reader = NALUnitBitReader(prefix, at: 0)
        guard let unit = try? AVCNALUnitHeader(&reader), let start = try? AVCSliceHeaderStart(&reader),
            let pictureSet = pictureSets[start.pictureParameterSetID],
            let sequenceSet = sequenceSets[pictureSet.sequenceParameterSetID], !sequenceSet.hasFramesOnly
        else { return nil }
        // colour_plane_id
        if sequenceSet.hasSeparatePlanes { try? reader.skip(2) }
        guard let frameNumber = try? reader.bits(sequenceSet.frameNumberWidth),
            let isField = try? reader.flag(), isField, let isBottom = try? reader.flag()
        else { return nil }
        return AVCField(frameNumber: frameNumber, isBottom: isBottom, isReference: unit.isReference)
    }
}

/// A picture that is one of the two fields of a frame (ITU-T H.264, 7.4.3).
package struct AVCField: Hashable, Sendable {
    /// frame_num.
    let frameNumber: UInt64
    /// bottom_field_flag.
    let isBottom: Bool

    /// Indicates whether nal_ref_idc is not 0.
    let isReference: Bool

    /// Indicates whether this is the second field of the frame that `first` begins.
    ///
    /// Both have to be reference fields, or neither (3.30 and 3.31).
    package func completes(_ first: AVCField) -> Bool {
        frameNumber == first.frameNumber && isBottom != first.isBottom && isReference == first.isReference
    }
}
