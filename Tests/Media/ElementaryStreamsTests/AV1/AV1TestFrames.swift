/// Parts of frame headers as bits in text, for sequences of `AV1TestSequence`.
enum AV1TestFrames {
    /// The fields from base_q_idx to tx_mode_select.
    ///
    /// Quantizer 100, no deltas, no matrices, no segmentation, no delta_q; no loop filter; tx_mode_select.
    static let middle = "01100100 0 0 0 0  0  0  000000 000000 000 0  1"
    /// The same fields of a lossless frame.
    static let losslessMiddle = "00000000 0 0 0 0  0"
    /// The tile_info of a frame of one superblock: uniform_tile_spacing_flag.
    static let oneTile = "1"
    /// is_global of the seven references, all zero.
    static let noMotion = "0000000"

    /// Returns a shown key frame; `size` is render_and_frame_size_different and the fields before it.
    static func key(
        id: String = "",
        hint: String = "",
        size: String = "0",
        tiles: String = oneTile,
        middle: String = middle,
        grain: String = ""
    ) -> String {
        "0 00 1  0 \(id) 0 \(hint) \(size)  0 \(tiles) \(middle)  1 \(grain)"
    }

    /// Returns a shown inter frame, stored in slot 0, whose seven references are slot 0.
    static func inter(
        hint: String = "",
        primary: String = "111",
        refresh: String = "00000001",
        references: String = "000 000 000 000 000 000 000",
        size: String = "0",
        middle: String = middle,
        compound: String = "0",
        motion: String = noMotion,
        grain: String = ""
    ) -> String {
        let short = hint.isEmpty ? "" : "0"
        return
            "0 01 1 0  0 0 \(hint) \(primary) \(refresh) \(short) \(references) \(size)  1 1 0  0 \(oneTile) \(middle)"
            + " \(compound) 1 \(motion) \(grain)"
    }

    /// Returns a switch frame that is not shown and refers to slots 0 and 1.
    static func `switch`(hint: String, referenceHints: String, compound: String) -> String {
        "0 11 0 1  0 \(hint) \(referenceHints) 0 000 001 000 000 000 000 000  \(field(63, 13)) \(field(63, 13)) 0"
            + " 1 1 0  0 \(oneTile) \(middle) \(compound) 1 \(noMotion)"
    }
}
