import Bitstreams

/// The slice groups in a picture parameter set of AVC (ITU-T H.264, 7.3.2.2).
enum AVCSliceGroups {
    /// The largest number of map units, 4096 x 4096, far above that of real pictures.
    private static let maximumMapUnits = 1 << 24

    /// Reads num_slice_groups_minus1 and the fields that depend on it.
    ///
    /// - Returns: SliceGroupChangeRate for map types 3 to 5, otherwise nil.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    static func changeRate(_ reader: inout NALUnitBitReader) throws(ParseError) -> Int? {
        let groups = try reader.number("num_slice_groups_minus1", atMost: 7) + 1
        guard groups > 1 else { return nil }
        switch try reader.number("slice_group_map_type", atMost: 6) {
        case 0:
            // run_length_minus1
            try reader.skipNumbers(groups)
        case 2:
            // top_left and bottom_right; the last group takes the rest.
            try reader.skipNumbers(2 * (groups - 1))
        case 3, 4, 5:
            // slice_group_change_direction_flag
            try reader.skip(1)
            return try reader.number("slice_group_change_rate_minus1", atMost: maximumMapUnits - 1) + 1
        case 6:
            let units = try reader.number("pic_size_in_map_units_minus1", atMost: maximumMapUnits - 1) + 1
            // slice_group_id
            try reader.skip(units * NALUnitBitReader.width(ofChoices: groups))
        default:
            break
        }
        return nil
    }
}
