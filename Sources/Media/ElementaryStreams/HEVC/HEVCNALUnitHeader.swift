import Bitstreams

/// The two-byte header of an HEVC NAL unit (ITU-T H.265, 7.3.1.2).
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

    var isBaseLayer: Bool { layer == 0 }

    /// Indicates whether the NAL unit is a slice segment of a type that is not reserved.
    var isSlice: Bool { type <= 9 || (16...21).contains(type) }

    /// Indicates whether decoding can begin at the picture: BLA, IDR, CRA, or a reserved IRAP type.
    var isIRAP: Bool { (16...23).contains(type) }

    /// Indicates whether the picture is IDR; its slice headers have no picture order count.
    var isIDR: Bool { type == 19 || type == 20 }
}
