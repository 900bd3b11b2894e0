import Bitstreams

/// The header of a NAL unit of HEVC, two bytes (ITU-T H.265, 7.3.1.2).
struct HEVCNALUnitHeader: Hashable, Sendable {
    /// nal_unit_type.
    let type: UInt8
    /// nuh_layer_id: 0 is the base layer.
    let layer: UInt8

    /// nal_unit_type of a video parameter set.
    static let videoParameterSet: UInt8 = 32
    /// nal_unit_type of a sequence parameter set.
    static let sequenceParameterSet: UInt8 = 33
    /// nal_unit_type of a picture parameter set.
    static let pictureParameterSet: UInt8 = 34

    /// Reads the header.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        try reader.readForbiddenZeroBit()
        type = UInt8(try reader.bits(6))
        layer = UInt8(try reader.bits(6))
        let offset = reader.offset
        guard try reader.bits(3) > 0 else {
            throw .invalid(
                offset: offset,
                field: "nuh_temporal_id_plus1",
                found: "0",
                expected: "1 to 7"
            )
        }
    }

    /// Whether it is of the base layer.
    var isBaseLayer: Bool { layer == 0 }

    /// A slice segment of a type that is assigned.
    var isSlice: Bool { type <= 9 || (16...21).contains(type) }

    /// A picture at which decoding can begin: BLA, IDR or CRA.
    var isRandomAccess: Bool { (16...23).contains(type) }

    /// An instantaneous decoding refresh picture, which has no picture order count in its slices.
    var isRefresh: Bool { type == 19 || type == 20 }
}
