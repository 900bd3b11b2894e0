/// Parts of frame headers as bits, for sequences of `AV1TestSequence`.
enum AV1TestFrames {
    /// Quantizer 100, no deltas, no matrices, no segmentation, no delta_q; no loop filter; tx_mode_select.
    static let middle = "01100100 0 0 0 0  0  0  000000 000000 000 0  1"
    /// The same of a lossless frame.
    static let losslessMiddle = "00000000 0 0 0 0  0"
    /// uniform_tile_spacing_flag of a frame of one superblock.
    static let oneTile = "1"
    /// is_global, of seven references.
    static let noMotion = "0000000"

    /// A key frame that is shown; `size` is render_and_frame_size_different, and what is in front of it.
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

    /// An inter frame that is shown, and kept in slot 0; it refers to slot 0 seven times.
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

    /// A switch frame that is not shown; it refers to slots 0 and 1.
    static func `switch`(hint: String, referenceHints: String, compound: String) -> String {
        "0 11 0 1  0 \(hint) \(referenceHints) 0 000 001 000 000 000 000 000  \(field(63, 13)) \(field(63, 13)) 0"
            + " 1 1 0  0 \(oneTile) \(middle) \(compound) 1 \(noMotion)"
    }
}
