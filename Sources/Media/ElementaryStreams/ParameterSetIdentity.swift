package import Bitstreams

/// The type and identifier of a parameter set: a later set with the same identity replaces it.
package struct ParameterSetIdentity: Hashable, Sendable {
    /// nal_unit_type: 7 or 8 for AVC, 32 to 34 for HEVC.
    package let type: UInt8
    /// The identifier in the set, for example seq_parameter_set_id.
    package let number: Int

    /// Parses an AVC sequence or picture parameter set (ITU-T H.264, 7.3.2.1.1 and 7.3.2.2).
    ///
    /// - Parameters:
    ///   - unit: the NAL unit, header included.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if the NAL unit cannot be parsed or is no such parameter set.
    package init(avc unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = NALUnitBitReader(unit, at: offset)
        type = try AVCNALUnitHeader(&reader).type
        switch type {
        case AVCNALUnitHeader.sequenceParameterSet:
            // profile_idc, the constraint flags, level_idc
            try reader.skip(24)
            number = try reader.number(
                "seq_parameter_set_id",
                atMost: AVCSequenceParameterSet.largestIdentifier
            )
        case AVCNALUnitHeader.pictureParameterSet:
            number = try reader.number(
                "pic_parameter_set_id",
                atMost: AVCPictureParameterSet.largestIdentifier
            )
        default:
            throw .invalid(offset: offset, field: "nal_unit_type", found: "\(type)", expected: "7 or 8")
        }
    }

    /// Parses an HEVC video, sequence or picture parameter set of the base layer (ITU-T H.265, 7.3.2.1 to
    /// 7.3.2.3).
    ///
    /// - Parameters:
    ///   - unit: the NAL unit, header included.
    ///   - offset: the offset of the first byte in the stream.
    /// - Throws: `ParseError` if the NAL unit cannot be parsed or is no such parameter set.
    package init(hevc unit: ArraySlice<UInt8>, at offset: UInt64) throws(ParseError) {
        var reader = NALUnitBitReader(unit, at: offset)
        type = try HEVCNALUnitHeader(&reader).type
        switch type {
        case HEVCNALUnitHeader.videoParameterSet:
            number = Int(try reader.bits(4))
        case HEVCNALUnitHeader.sequenceParameterSet:
            // sps_video_parameter_set_id
            try reader.skip(4)
            let subLayersMinus1 = try reader.bits(3, "sps_max_sub_layers_minus1", atMost: 6)
            try reader.skip(1)
            _ = try HEVCProfileTierLevel(&reader, subLayersMinus1: subLayersMinus1)
            number = try reader.number(
                "sps_seq_parameter_set_id",
                atMost: HEVCSequenceParameterSet.largestIdentifier
            )
        case HEVCNALUnitHeader.pictureParameterSet:
            number = try reader.number(
                "pps_pic_parameter_set_id",
                atMost: HEVCPictureParameterSet.largestIdentifier
            )
        default:
            throw .invalid(offset: offset, field: "nal_unit_type", found: "\(type)", expected: "32 to 34")
        }
    }

    /// The name for messages: "sequence parameter set 0".
    package var description: String {
        switch type {
        case 7, 33: "sequence parameter set \(number)"
        case 8, 34: "picture parameter set \(number)"
        default: "video parameter set \(number)"
        }
    }
}
