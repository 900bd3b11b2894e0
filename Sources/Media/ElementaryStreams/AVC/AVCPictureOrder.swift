import Bitstreams

/// The fields of AVC slice headers for the picture order count (ITU-T H.264, 7.3.2.1.1 and 7.3.3).
enum AVCPictureOrder: Hashable, Sendable {
    /// pic_order_cnt_type 0: pic_order_cnt_lsb, with `width` bits.
    case leastSignificantBits(width: Int)
    /// pic_order_cnt_type 1 without delta_pic_order_always_zero_flag: delta_pic_order_cnt.
    case deltas
    /// No fields.
    case none

    /// Reads pic_order_cnt_type and the fields that depend on it.
    init(_ reader: inout NALUnitBitReader) throws(ParseError) {
        switch try reader.number("pic_order_cnt_type", atMost: 2) {
        case 0:
            let width = try reader.number("log2_max_pic_order_cnt_lsb_minus4", atMost: 12) + 4
            self = .leastSignificantBits(width: width)
        case 1:
            self = try reader.flag() ? .none : .deltas
            // offset_for_non_ref_pic, offset_for_top_to_bottom_field, offset_for_ref_frame
            try reader.skipNumbers(2)
            try reader.skipNumbers(try reader.number("num_ref_frames_in_pic_order_cnt_cycle", atMost: 255))
        default:
            self = .none
        }
    }
}
