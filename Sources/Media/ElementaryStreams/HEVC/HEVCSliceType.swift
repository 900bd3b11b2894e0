/// slice_type (ITU-T H.265 table 7-7).
enum HEVCSliceType: Int, Hashable, Sendable {
    /// B.
    case bipredicted
    /// P.
    case predicted
    /// I.
    case intra

    /// The number of reference picture lists.
    var listCount: Int {
        switch self {
        case .bipredicted: 2
        case .predicted: 1
        case .intra: 0
        }
    }
}
