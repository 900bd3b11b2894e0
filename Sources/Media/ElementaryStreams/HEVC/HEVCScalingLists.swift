import Bitstreams

/// scaling_list_data of HEVC (ITU-T H.265, 7.3.4).
enum HEVCScalingLists {
    /// Skips scaling_list_data.
    static func skip(_ reader: inout NALUnitBitReader) throws(ParseError) {
        for sizeIdentifier in 0..<4 {
            // The largest size has two lists in any chroma format.
            for _ in 0..<(sizeIdentifier == 3 ? 2 : 6) {
                if try reader.flag() {
                    // scaling_list_dc_coef_minus8
                    if sizeIdentifier > 1 { try reader.skipNumbers(1) }
                    try reader.skipNumbers(sizeIdentifier == 0 ? 16 : 64)
                } else {
                    // scaling_list_pred_matrix_id_delta
                    try reader.skipNumbers(1)
                }
            }
        }
    }
}
