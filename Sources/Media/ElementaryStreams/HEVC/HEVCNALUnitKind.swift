/// The kinds of HEVC NAL units that determine where decoding can begin (ITU-T H.265 table 7-1).
package enum HEVCNALUnitKind: Hashable, Sendable {
    /// A slice of an IRAP picture, at which decoding can begin: IDR, BLA or CRA.
    case irapSlice
    /// A slice of another picture.
    case slice
    /// A sequence parameter set.
    case sequenceParameterSet
    /// Any other NAL unit, or one of an enhancement layer.
    case other

    /// The size of the header, in bytes.
    package static let headerSize = 2

    /// Finds the kind from the two bytes of the header, which contain nal_unit_type and nuh_layer_id.
    package init(header first: UInt8, _ second: UInt8) {
        let isBaseLayer = first & 0x01 == 0 && second & 0xF8 == 0
        self =
            switch first >> 1 & 0x3F {
            case _ where !isBaseLayer: .other
            case 16...23: .irapSlice
            case 0...31: .slice
            case 33: .sequenceParameterSet
            default: .other
            }
    }
}
