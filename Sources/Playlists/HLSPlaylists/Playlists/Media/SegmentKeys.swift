/// The keys of a segment, as indices; the usual none or one need no array.
enum SegmentKeys: Sendable {
    case none
    case one(UInt32)
    case several([Int])

    /// Stores a list; segments with the same list share its array.
    init(_ indices: [Int]) {
        self =
            switch indices.count {
            case 0: .none
            case 1: .one(UInt32(indices[0]))
            default: .several(indices)
            }
    }

    var indices: [Int] {
        switch self {
        case .none: []
        case .one(let index): [Int(index)]
        case .several(let indices): indices
        }
    }
}
