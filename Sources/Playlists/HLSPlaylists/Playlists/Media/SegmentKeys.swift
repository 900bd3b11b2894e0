/// The keys of a segment, as indices: most often none or one, which take no array.
enum SegmentKeys: Sendable {
    case none
    case one(UInt32)
    case several([Int])

    /// Keeps a list; lists that several segments have are shared.
    init(_ indices: [Int]) {
        self =
            switch indices.count {
            case 0: .none
            case 1: .one(UInt32(indices[0]))
            default: .several(indices)
            }
    }

    /// The list.
    var indices: [Int] {
        switch self {
        case .none: []
        case .one(let index): [Int(index)]
        case .several(let indices): indices
        }
    }
}
