/// slice_type modulo 5 (ITU-T H.264 table 7-6).
enum AVCSliceType: Int, Hashable, Sendable {
    /// P.
    case predicted
    /// B.
    case bipredicted
    /// I.
    case intra
    /// SP.
    case switchingPredicted
    /// SI.
    case switchingIntra

    /// Indicates whether slices refer to no other picture (I and SI).
    var isIntra: Bool { self == .intra || self == .switchingIntra }

    /// Indicates whether slice headers have the additional fields of SP and SI.
    var isSwitching: Bool { self == .switchingPredicted || self == .switchingIntra }

    /// The number of reference picture lists.
    var listCount: Int { isIntra ? 0 : self == .bipredicted ? 2 : 1 }
}
