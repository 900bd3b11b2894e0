import Bitstreams

/// What the frames of a sequence may use, as far as their headers depend on it: a part of the sequence header
/// (AV1, 5.5.1).
package struct AV1SequenceTools: Hashable, Sendable {
    /// A value of all frames, or one that each frame header has.
    enum Choice: Hashable, Sendable {
        /// SELECT_SCREEN_CONTENT_TOOLS, SELECT_INTEGER_MV: in the frame header.
        case perFrame
        /// The same for all frames.
        case fixed(Bool)

        /// The value, which is read where each frame has its own.
        func value(_ reader: inout BitReader) throws(ParseError) -> Bool {
            switch self {
            case .perFrame: try reader.flag()
            case .fixed(let value): value
            }
        }
    }

    /// What reduced_still_picture_header implies.
    static let reduced = AV1SequenceTools()

    /// enable_warped_motion.
    private(set) var hasWarpedMotion = false
    /// enable_ref_frame_mvs.
    private(set) var hasReferenceFrameMotion = false
    /// seq_force_screen_content_tools.
    private(set) var screenContent = Choice.perFrame
    /// seq_force_integer_mv.
    private(set) var integerMotion = Choice.perFrame
    /// OrderHintBits: 0 where enable_order_hint is not set.
    private(set) var orderHintLength = 0

    private init() {}

    /// - Parameter reader: stands at enable_interintra_compound.
    /// - Throws: `ParseError` where bits are missing or a field has an excluded value.
    init(_ reader: inout BitReader) throws(ParseError) {
        // enable_interintra_compound, enable_masked_compound
        try reader.skip(2)
        hasWarpedMotion = try reader.flag()
        // enable_dual_filter
        try reader.skip(1)
        let hasOrderHints = try reader.flag()
        if hasOrderHints {
            // enable_jnt_comp
            try reader.skip(1)
            hasReferenceFrameMotion = try reader.flag()
        }
        screenContent = try reader.flag() ? .perFrame : .fixed(reader.flag())
        if screenContent != .fixed(false) {
            integerMotion = try reader.flag() ? .perFrame : .fixed(reader.flag())
        }
        if hasOrderHints { orderHintLength = Int(try reader.bits(3)) + 1 }
    }
}
