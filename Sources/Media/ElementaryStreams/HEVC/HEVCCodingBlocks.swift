import Bitstreams

/// The block sizes and coding tools in an HEVC sequence parameter set (ITU-T H.265, 7.3.2.2.1).
enum HEVCCodingBlocks {
    /// Reads the sizes of coding and transform blocks.
    ///
    /// - Returns: CtbSizeY, the side of a coding tree block in luma samples.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
    static func treeBlockSize(_ reader: inout NALUnitBitReader) throws(ParseError) -> Int {
        let smallest = try reader.number("log2_min_luma_coding_block_size_minus3", atMost: 3) + 3
        // The largest coding block has 64 x 64 samples.
        let difference = try reader.number(
            "log2_diff_max_min_luma_coding_block_size",
            atMost: 6 - smallest
        )
        // log2_min_luma_transform_block_size_minus2, log2_diff_max_min_luma_transform_block_size,
        // max_transform_hierarchy_depth_inter, max_transform_hierarchy_depth_intra
        try reader.skipNumbers(4)
        return 1 << (smallest + difference)
    }

    /// Reads scaling_list_enabled_flag to pcm_enabled_flag, and the fields that depend on the latter.
    ///
    /// - Returns: sample_adaptive_offset_enabled_flag.
    /// - Throws: `ParseError` if bits are missing or a field has a forbidden value.
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
