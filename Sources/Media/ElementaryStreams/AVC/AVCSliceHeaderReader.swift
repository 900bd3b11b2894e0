package import Bitstreams

/// Measures slice headers of AVC with the parameter sets that were seen (ITU-T H.264, 7.3.3).
///
/// A slice is read with the sets as they are when it comes: one that changes under its identifier takes effect, for
/// picture parameter sets that came before it too.
package struct AVCSliceHeaderReader: Sendable {
    private var sequenceSets = [AVCSequenceParameterSet?](
        repeating: nil,
        count: AVCSequenceParameterSet.largestIdentifier + 1
    )
    private var pictureSets = [AVCPictureParameterSet?](
        repeating: nil,
        count: AVCPictureParameterSet.largestIdentifier + 1
    )

    /// No parameter sets yet.
    package init() {}

    /// Takes a parameter set: nal_unit_type 7 or 8; others are passed over.
    ///
    /// - Parameters:
    ///   - unit: the NAL unit with its header.
    ///   - offset: where it stands in the stream.
    /// - Throws: `ParseError` where it cannot be parsed.
    package mutating func take(parameterSet unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
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

    /// The bytes at the start of a slice (nal_unit_type 1 or 5) that its NAL unit header and slice header take, as they
    /// stand in the stream, emulation prevention bytes included, rounded up to a whole byte.
    ///
    /// An emulation prevention byte directly behind the header is not counted.
    ///
    /// - Parameters:
    ///   - prefix: the first bytes of the NAL unit, from its header on; at least those of the slice header.
    ///   - offset: where it stands in the stream.
    /// - Returns: the number of bytes.
    /// - Throws: `.truncated` where `prefix` ends inside of the slice header; others where it cannot be parsed.
    package func clearLength(ofSlice prefix: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) -> Int {
        var reader = NALUnitBitReader(prefix, at: offset)
        let unit = try AVCNALUnitHeader(&reader)
        guard unit.isSlice else {
            throw .invalid(offset: offset, field: "nal_unit_type", found: "\(unit.type)", expected: "1 or 5")
        }
        let start = try AVCSliceHeaderStart(&reader)
        guard let picture = pictureSets[start.pictureParameterSet] else {
            throw .missing(offset: offset, "picture parameter set \(start.pictureParameterSet)")
        }
        guard let sequence = sequenceSets[picture.sequenceIdentifier] else {
            throw .missing(offset: offset, "sequence parameter set \(picture.sequenceIdentifier)")
        }
        var header = AVCSliceHeader(
            reader,
            unit: unit,
            type: start.type,
            sequence: sequence,
            picture: picture
        )
        return try header.measure()
    }

    /// Which field of which frame a slice (nal_unit_type 1, 2 or 5) belongs to.
    ///
    /// - Parameter prefix: the first bytes of the NAL unit, from its header on; at least those up to bottom_field_flag.
    /// - Returns: the field; nil where pictures are frames, and where that cannot be told.
    package func field(ofSlice prefix: ArraySlice<UInt8>) -> AVCField? {
        var reader = NALUnitBitReader(prefix, at: 0)
        guard let unit = try? AVCNALUnitHeader(&reader), let start = try? AVCSliceHeaderStart(&reader),
            let picture = pictureSets[start.pictureParameterSet],
            let sequence = sequenceSets[picture.sequenceIdentifier], !sequence.hasFramesOnly
        else { return nil }
        // colour_plane_id
        if sequence.hasSeparatePlanes { try? reader.skip(2) }
        guard let frameNumber = try? reader.bits(sequence.frameNumberWidth),
            let isField = try? reader.flag(), isField, let isBottom = try? reader.flag()
        else { return nil }
        return AVCField(frameNumber: frameNumber, isBottom: isBottom, isReference: unit.isReference)
    }
}

/// A picture that is one of the two fields of a frame (ITU-T H.264, 7.4.3).
package struct AVCField: Hashable, Sendable {
    /// frame_num.
    package let frameNumber: UInt64
    /// bottom_field_flag.
    package let isBottom: Bool

    /// Whether nal_ref_idc is not 0.
    package let isReference: Bool

    /// Whether it is the other field of the frame that a field begins: both are reference fields, or none is (3.30 and 3.31).
    package func completes(_ first: AVCField) -> Bool {
        frameNumber == first.frameNumber && isBottom != first.isBottom && isReference == first.isReference
    }
}
