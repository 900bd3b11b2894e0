import Bitstreams

/// The fields of an HEVC slice segment header about reference picture sets.
extension HEVCSliceHeader {
    /// The largest number of long-term pictures that a slice describes itself.
    private static let longTermLimit = 32

    /// Reads the fields from slice_pic_order_cnt_lsb to slice_temporal_mvp_enabled_flag.
    mutating func readReferenceSets() throws(ParseError) {
        try reader.skip(sequenceSet.pictureOrderWidth)
        referencePictureCount = try readShortTerm()
        if sequenceSet.references.hasLongTerm { referencePictureCount += try readLongTerm() }
        if sequenceSet.references.hasTemporalMVP { hasTemporalMVP = try reader.flag() }
    }

    /// Reads short_term_ref_pic_set_sps_flag and the fields that depend on it.
    ///
    /// - Returns: the number of short-term pictures that the slice may refer to.
    private mutating func readShortTerm() throws(ParseError) -> Int {
        let sets = sequenceSet.references.shortTermSets
        let start = reader.offset
        guard try reader.flag() else {
            return try HEVCShortTermReferencePictureSet(&reader, after: sets, isInSlice: true).usedCount
        }
        guard !sets.isEmpty else {
            throw .invalid(
                offset: start,
                field: "short_term_ref_pic_set_sps_flag",
                found: "1",
                expected: "0, for the sequence parameter set has no sets"
            )
        }
        let width = NALUnitBitReader.width(ofChoices: sets.count)
        let index = try reader.bits(width, "short_term_ref_pic_set_idx", atMost: sets.count - 1)
        return sets[index].usedCount
    }

    /// Reads num_long_term_sps, num_long_term_pics and the fields that depend on them.
    ///
    /// - Returns: the number of long-term pictures that the slice may refer to.
    private mutating func readLongTerm() throws(ParseError) -> Int {
        let uses = sequenceSet.references.usesOfLongTerm
        let listedCount = try uses.isEmpty ? 0 : reader.number("num_long_term_sps", atMost: uses.count)
        let describedCount = try reader.number("num_long_term_pics", atMost: Self.longTermLimit)
        let width = NALUnitBitReader.width(ofChoices: uses.count)
        var usedCount = 0
        for index in 0..<(listedCount + describedCount) {
            let isUsed: Bool
            if index < listedCount {
                isUsed = uses[try reader.bits(width, "lt_idx_sps", atMost: uses.count - 1)]
            } else {
                // poc_lsb_lt
                try reader.skip(sequenceSet.pictureOrderWidth)
                isUsed = try reader.flag()
            }
            if isUsed { usedCount += 1 }
            // delta_poc_msb_present_flag, delta_poc_msb_cycle_lt
            if try reader.flag() { try reader.skipNumbers(1) }
        }
        return usedCount
    }
}
