import Bitstreams

/// The fields of an AVC slice header about reference pictures.
extension AVCSliceHeader {
    /// The largest number of commands in a row: one for each of 32 fields and the end, with room to spare.
    private static let commandLimit = 66

    /// Reads the fields from direct_spatial_mv_pred_flag to dec_ref_pic_marking.
    mutating func readReferences() throws(ParseError) {
        // direct_spatial_mv_pred_flag
        if type == .bipredicted { try reader.skip(1) }
        if !type.isIntra {
            let counts = try readReferenceCounts()
            try readModifications()
            let isWeighted =
                type == .bipredicted ? picture.weightsBipredictedSlices : picture.weightsPredictedSlices
            if isWeighted { try readWeights(counts) }
        }
        if unit.isReference { try readMarking() }
    }

    /// Reads the numbers of active entries in both lists, from num_ref_idx_active_override_flag on.
    private mutating func readReferenceCounts() throws(ParseError) -> [Int] {
        var counts = picture.defaultReferenceCounts
        guard try reader.flag() else { return counts }
        for list in 0..<type.listCount {
            counts[list] = try reader.number("num_ref_idx_active_minus1", atMost: 31) + 1
        }
        return counts
    }

    /// Reads ref_pic_list_modification (7.3.3.1).
    private mutating func readModifications() throws(ParseError) {
        for _ in 0..<type.listCount where try reader.flag() {
            try readCommands("modification_of_pic_nums_idc", atMost: 3, end: 3) { _ in 1 }
        }
    }

    /// Reads pred_weight_table (7.3.3.2).
    private mutating func readWeights(_ counts: [Int]) throws(ParseError) {
        _ = try reader.number("luma_log2_weight_denom", atMost: 7)
        if sequence.hasChroma { _ = try reader.number("chroma_log2_weight_denom", atMost: 7) }
        for list in 0..<type.listCount {
            for _ in 0..<counts[list] {
                if try reader.flag() { try reader.skipNumbers(2) }
                if sequence.hasChroma, try reader.flag() { try reader.skipNumbers(4) }
            }
        }
    }

    /// Reads dec_ref_pic_marking (7.3.3.3).
    private mutating func readMarking() throws(ParseError) {
        if unit.isIDR {
            // no_output_of_prior_pics_flag, long_term_reference_flag
            try reader.skip(2)
        } else if try reader.flag() {
            try readCommands("memory_management_control_operation", atMost: 6, end: 0) { command in
                switch command {
                case 3: 2
                case 5: 0
                default: 1
                }
            }
        }
    }

    /// Reads commands, each followed by its numbers, up to the command `end`.
    private mutating func readCommands(
        _ field: StaticString,
        atMost limit: Int,
        end: Int,
        numbers: (Int) -> Int
    ) throws(ParseError) {
        let start = reader.offset
        for _ in 0..<Self.commandLimit {
            let command = try reader.number(field, atMost: limit)
            if command == end { return }
            try reader.skipNumbers(numbers(command))
        }
        throw .invalid(
            offset: start,
            field: "run of \(field)",
            found: "without an end",
            expected: "at most \(Self.commandLimit)"
        )
    }
}
