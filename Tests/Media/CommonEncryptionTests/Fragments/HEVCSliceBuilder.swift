/// HEVC parameter sets and slices written bit by bit.
///
/// The header lengths are known from the syntax tables (ITU-T H.265, 7.3).
enum HEVCSliceBuilder {
    /// A sequence parameter set of Main profile, 416 by 240 samples in 7 by 4 coding tree blocks of 64.
    ///
    /// It has eight bits of slice_pic_order_cnt_lsb, sample adaptive offset, no short-term reference picture
    /// sets.
    static let sequenceParameterSet: [UInt8] =
        [0x42, 0x01]
        + [0x01]
        // profile_tier_level, without two zero bytes in a row, which would need emulation prevention
        + [0x01, 0x60, 0x10, 0x10, 0x10, 0x90, 0x10, 0x10, 0x10, 0x10, 0x10, 93]
        + FragmentBytes.bits(
            "1 010" + FragmentBytes.exponentialGolomb(416) + FragmentBytes.exponentialGolomb(240)
                + "0 1 1 00101 1 1 1 1" + "1 00100 1 00100 1 1" + "0 0 1 0 1 0 0 0 0 0 1"
        )
    /// A picture parameter set without extra slice header bits, extensions, tiles and deblocking control.
    static let pictureParameterSet: [UInt8] =
        [0x44, 0x01]
        + FragmentBytes.bits("1 1 0 0 000 0 0 1 1 1 0 0 0 1 1 0 0 0 0 0 0 0 0 0 0 1 0 0 1")

    /// The kind of picture that a slice belongs to.
    enum Picture {
        /// IDR_W_RADL, nal_unit_type 19.
        case refresh
        /// TRAIL_R, nal_unit_type 1, without reference pictures.
        case trailing
    }

    /// Returns an intra slice segment.
    ///
    /// - Parameters:
    ///   - picture: the kind of picture.
    ///   - address: the first coding tree block, below 28.
    ///   - data: the bytes after the slice header.
    /// - Returns: the NAL unit, and the number of its leading bytes that stay clear.
    static func make(_ picture: Picture, address: Int, data: [UInt8]) -> (unit: [UInt8], clear: Int) {
        var header = address == 0 ? "1" : "0"
        // no_output_of_prior_pics_flag
        if picture == .refresh { header += "0" }
        // slice_pic_parameter_set_id 0
        header += "1"
        if address > 0 { header += String((32 + address), radix: 2).dropFirst() }
        // slice_type 2 (I)
        header += "011"
        // slice_pic_order_cnt_lsb 9, and a reference picture set of no pictures
        if picture == .trailing { header += "00001001" + "0" + "1" + "1" }
        // slice_sao_luma_flag, slice_sao_chroma_flag, slice_qp_delta 0, alignment_bit_equal_to_one
        header += "11" + "1" + "1"
        // alignment_bit_equal_to_zero
        while header.count % 8 != 0 { header += "0" }
        let type: UInt8 = picture == .refresh ? 19 : 1
        return ([type << 1, 0x01] + FragmentBytes.bits(header) + data, 2 + header.count / 8)
    }
}
