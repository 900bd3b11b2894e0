import Bitstreams

/// The one-byte header of an AVC NAL unit (ITU-T H.264, 7.3.1).
struct AVCNALUnitHeader: Hashable, Sendable {
    /// Indicates whether nal_ref_idc is not 0.
    let isReference: Bool
    /// nal_unit_type.
    let type: UInt8

    /// nal_unit_type of a sequence parameter set.
    static let sequenceParameterSet: UInt8 = 7
    /// nal_unit_type of a picture parameter set.
    static let pictureParameterSet: UInt8 = 8

    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        try reader.readForbiddenZeroBit()
        isReference = try reader.bits(2) != 0
        type = UInt8(try reader.bits(5))
    }

    /// Indicates whether the NAL unit is a slice of an IDR picture (IdrPicFlag).
    var isIDR: Bool { type == 5 }

    /// Indicates whether the NAL unit is a slice without data partitions.
    var isSlice: Bool { type == 1 || isIDR }
}
