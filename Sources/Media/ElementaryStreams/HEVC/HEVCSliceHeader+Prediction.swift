import Bitstreams

/// The fields of an HEVC slice segment header about prediction from other pictures.
extension HEVCSliceHeader {
    /// The largest number of active entries in a list.
    private static let activeLimit = 15

    /// Reads the fields of P and B slices from num_ref_idx_active_override_flag to use_integer_mv_flag.
    mutating func readPrediction(_ type: HEVCSliceType) throws(ParseError) {
        let counts = try readReferenceCounts(type)
        var lists = HEVCReferenceLists(pictureCount: referencePictureCount, counts: counts)
        if pictureSet.modifiesLists, referencePictureCount > 1 {
            for list in 0..<type.listCount where try reader.flag() {
                try readEntries(of: list, into: &lists)
            }
        }
        // mvd_l1_zero_flag, cabac_init_flag
        if type == .bipredicted { try reader.skip(1) }
        if pictureSet.hasCABACInitialization { try reader.skip(1) }
        if hasTemporalMVP {
            let isFromFirst = try reader.flag(if: type == .bipredicted, otherwise: true)
            // collocated_ref_idx
            if counts[isFromFirst ? 0 : 1] > 1 { try reader.skipNumbers(1) }
        }
        let isWeighted =
            type == .bipredicted ? pictureSet.weightsBipredictedSlices : pictureSet.weightsPredictedSlices
        if isWeighted { try readWeights(lists, listCount: type.listCount) }
        _ = try reader.number("five_minus_max_num_merge_cand", atMost: 4)
        if sequenceSet.hasIntegerMVFlag { try reader.skip(1) }
    }

    private mutating func readReferenceCounts(_ type: HEVCSliceType) throws(ParseError) -> [Int] {
        var counts = pictureSet.defaultReferenceCounts
        guard try reader.flag() else { return counts }
        for list in 0..<type.listCount {
            counts[list] = try reader.number("num_ref_idx_active_minus1", atMost: Self.activeLimit - 1) + 1
        }
        return counts
    }

    /// Reads list_entry_l0 or list_entry_l1 (7.3.6.2).
    private mutating func readEntries(of list: Int, into lists: inout HEVCReferenceLists) throws(ParseError) {
        let width = NALUnitBitReader.width(ofChoices: referencePictureCount)
        var entries: [Int] = []
        for _ in 0..<lists.counts[list] {
            entries.append(try reader.bits(width, "list_entry", atMost: referencePictureCount - 1))
        }
        lists.modify(list, entries: entries)
    }

    /// Reads pred_weight_table (7.3.6.3).
    private mutating func readWeights(_ lists: HEVCReferenceLists, listCount: Int) throws(ParseError) {
        _ = try reader.number("luma_log2_weight_denom", atMost: 7)
        // delta_chroma_log2_weight_denom
        if sequenceSet.format.hasChroma { try reader.skipNumbers(1) }
        for list in 0..<listCount {
            let count =
                pictureSet.extensions.refersToCurrentPicture
                ? lists.otherPictureCount(in: list) : lists.counts[list]
            var numberCount = 0
            // delta_luma_weight, luma_offset
            for _ in 0..<count where try reader.flag() { numberCount += 2 }
            if sequenceSet.format.hasChroma {
                // delta_chroma_weight, delta_chroma_offset, for Cb and Cr
                for _ in 0..<count where try reader.flag() { numberCount += 4 }
            }
            try reader.skipNumbers(numberCount)
        }
    }
}

/// The reference picture lists of an HEVC slice that may refer to its own picture (ITU-T H.265, 8.3.4).
///
/// Only the entries for its own picture matter here: these have no weights.
struct HEVCReferenceLists {
    /// The number of pictures that the slice may refer to; its own picture, if it is one of them, is the
    /// last.
    let pictureCount: Int
    /// The numbers of active entries in both lists.
    let counts: [Int]
    /// list_entry_l0 and list_entry_l1, or nil for a list in default order.
    private var entries: [[Int]?] = [nil, nil]

    /// Creates lists in default order.
    init(pictureCount: Int, counts: [Int]) {
        self.pictureCount = pictureCount
        self.counts = counts
    }

    /// Sets the order of a list to that of list_entry_l0 or list_entry_l1.
    mutating func modify(_ list: Int, entries: [Int]) {
        self.entries[list] = entries
    }

    /// Returns the number of active entries in list 0 or 1 that are not the slice's own picture.
    func otherPictureCount(in list: Int) -> Int {
        if let entries = entries[list] { return entries.count { $0 != pictureCount - 1 } }
        let count = counts[list]
        // The pictures repeat until the list is full.
        let ownCount = count / pictureCount
        // List 0 ends with the slice's own picture even if the other pictures fill the list.
        let isForced = list == 0 && pictureCount > count
        return count - ownCount - (isForced ? 1 : 0)
    }
}
