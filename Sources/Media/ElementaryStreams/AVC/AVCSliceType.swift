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

    /// I and SI refer to no other picture.
    var isIntra: Bool { self == .intra || self == .switchingIntra }

    /// SP and SI have fields of their own.
    var isSwitching: Bool { self == .switchingPredicted || self == .switchingIntra }

    /// Reference picture lists.
    var listCount: Int { isIntra ? 0 : self == .bipredicted ? 2 : 1 }
}
