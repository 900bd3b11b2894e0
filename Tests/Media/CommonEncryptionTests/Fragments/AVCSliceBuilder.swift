/// AVC parameter sets and slices written bit by bit.
///
/// The header lengths are known from the syntax table (ITU-T H.264, 7.3.3).
enum AVCSliceBuilder {
    /// Baseline, four bits of frame_num, picture order of type 2, frames of 20 by 15 macroblocks.
    static let sequenceParameterSet: [UInt8] =
        [0x67, 66, 0xC0, 30]
        + FragmentBytes.bits("1 1 011 010 0 000010100 0001111 1 1 0 0 1")
    /// CAVLC, one slice group, no deblocking control.
    static let pictureParameterSet: [UInt8] = [0x68] + FragmentBytes.bits("1 1 0 0 1 1 1 0 00 1 1 1 0 0 0 1")

    /// Returns a slice of an IDR picture or of a non-reference picture.
    ///
    /// - Parameters:
    ///   - isIDR: true for nal_unit_type 5 and nal_ref_idc 3, false for 1 and 0.
    ///   - firstMacroblock: first_mb_in_slice.
    ///   - data: the bytes after those that the slice header occupies.
    /// - Returns: the NAL unit, and the number of its leading bytes that stay clear.
    static func make(isIDR: Bool, firstMacroblock: Int, data: [UInt8]) -> (unit: [UInt8], clear: Int) {
        // first_mb_in_slice, slice_type 7 (I), pic_parameter_set_id 0, frame_num 5
        var header = FragmentBytes.exponentialGolomb(firstMacroblock) + "0001000" + "1" + "0101"
        // idr_pic_id 0, no_output_of_prior_pics_flag, long_term_reference_flag
        if isIDR { header += "1" + "00" }
        // slice_qp_delta 0
        header += "1"
        let bytes = FragmentBytes.bits(header)
        return ([isIDR ? 0x65 : 0x01] + bytes + data, 1 + (header.count + 7) / 8)
    }
}
