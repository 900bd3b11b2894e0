import Bitstreams

/// The header of a NAL unit of AVC, one byte (ITU-T H.264, 7.3.1).
struct AVCNALUnitHeader: Hashable, Sendable {
    /// Whether nal_ref_idc is not 0.
    let isReference: Bool
    /// nal_unit_type.
    let type: UInt8

    /// nal_unit_type of a sequence parameter set.
    static let sequenceParameterSet: UInt8 = 7
    /// nal_unit_type of a picture parameter set.
    static let pictureParameterSet: UInt8 = 8

    /// Reads the header.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        try reader.readForbiddenZeroBit()
        isReference = try reader.bits(2) != 0
        type = UInt8(try reader.bits(5))
    }

    /// IdrPicFlag: a slice of an instantaneous decoding refresh picture.
    var isRefresh: Bool { type == 5 }

    /// A slice without data partitions.
    var isSlice: Bool { type == 1 || isRefresh }
}
