/// frame_type (AV1, 6.8.2).
enum AV1FrameType: UInt8, Hashable, Sendable {
    /// KEY_FRAME.
    case key = 0
    /// INTER_FRAME.
    case inter = 1
    /// INTRA_ONLY_FRAME.
    case intraOnly = 2
    /// SWITCH_FRAME.
    case `switch` = 3

    /// FrameIsIntra.
    var isIntra: Bool { self == .key || self == .intraOnly }
}
