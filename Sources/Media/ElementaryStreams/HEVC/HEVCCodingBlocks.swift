import Bitstreams

/// The sizes of blocks and the coding tools in a sequence parameter set of HEVC (ITU-T H.265, 7.3.2.2.1).
enum HEVCCodingBlocks {
    /// Reads the sizes of coding and transform blocks.
    ///
    /// - Returns: the side of a coding tree block in luma samples, CtbSizeY.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    static func treeBlockSize(_ reader: inout NALUnitBitReader) throws(ParseError) -> Int {
        let smallest = try reader.number("log2_min_luma_coding_block_size_minus3", atMost: 3) + 3
        // 64 is the largest.
        let difference = try reader.number(
            "log2_diff_max_min_luma_coding_block_size",
            atMost: 6 - smallest
        )
        // log2_min_luma_transform_block_size_minus2, log2_diff_max_min_luma_transform_block_size,
        // max_transform_hierarchy_depth_inter, max_transform_hierarchy_depth_intra
        try reader.skipNumbers(4)
        return 1 << (smallest + difference)
    }

    /// Reads from scaling_list_enabled_flag to what belongs to pcm_enabled_flag.
    ///
    /// - Returns: sample_adaptive_offset_enabled_flag.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    static func readTools(_ reader: inout NALUnitBitReader) throws(ParseError) -> Bool {
        if try reader.flag(), try reader.flag() { try HEVCScalingLists.skip(&reader) }
        // amp_enabled_flag
        try reader.skip(1)
        let hasSampleAdaptiveOffset = try reader.flag()
        if try reader.flag() {
            // pcm_sample_bit_depth_luma_minus1, pcm_sample_bit_depth_chroma_minus1
            try reader.skip(8)
            // log2_min_pcm_luma_coding_block_size_minus3, log2_diff_max_min_pcm_luma_coding_block_size
            try reader.skipNumbers(2)
            // pcm_loop_filter_disabled_flag
            try reader.skip(1)
        }
        return hasSampleAdaptiveOffset
    }
}
