import Bitstreams

/// The coding tools that frames of a sequence may use, as far as frame headers depend on them (AV1, 5.5.1).
struct AV1SequenceTools: Hashable, Sendable {
    /// A value that is the same for all frames, or is in each frame header.
    enum Choice: Hashable, Sendable {
        /// SELECT_SCREEN_CONTENT_TOOLS or SELECT_INTEGER_MV: the value is in each frame header.
        case perFrame
        /// The same for all frames.
        case fixed(Bool)

        /// Returns the value, and reads it if each frame header has one.
        func value(_ reader: inout BitReader) throws(ParseError) -> Bool {
            switch self {
            case .perFrame: try reader.flag()
            case .fixed(let value): value
            }
        }
    }

    /// The tools that reduced_still_picture_header implies.
    static let reduced = AV1SequenceTools()

    /// enable_warped_motion.
    private(set) var hasWarpedMotion = false
    /// enable_ref_frame_mvs.
    private(set) var hasReferenceFrameMotion = false
    /// seq_force_screen_content_tools.
    private(set) var screenContent = Choice.perFrame
    /// seq_force_integer_mv.
    private(set) var integerMotion = Choice.perFrame
    /// OrderHintBits, 0 if enable_order_hint is not set.
    private(set) var orderHintLength = 0

    private init() {}

    /// Parses the fields of the sequence header from enable_interintra_compound to order_hint_bits_minus_1.
    ///
    /// - Parameter reader: positioned at enable_interintra_compound; advanced past order_hint_bits_minus_1.
    /// - Throws: `ParseError` if bits are missing.
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
