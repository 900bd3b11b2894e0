import HLSPlaylists
import Presentations

/// The verification items of all renditions, numbered rendition by rendition.
struct AllVerificationItems: Sendable {
    /// The position of an item: its rendition, and its index among the items of the rendition.
    struct Position: Sendable {
        let rendition: Int
        let index: Int
    }

    private let lists: [VerificationItemList]
    /// The number of the first item of each rendition.
    private let firstNumbers: [Int]
    let count: Int

    init(_ lists: [VerificationItemList]) {
        self.lists = lists
        var firstNumbers: [Int] = []
        count = lists.reduce(0) { first, list in
            firstNumbers.append(first)
            return first + list.count
        }
        self.firstNumbers = firstNumbers
    }

    /// Returns the position of the item with a number.
    func position(_ number: Int) -> Position {
        // The last rendition whose first number is not larger: one without items has the first number of the
        // next one.
        let rendition = firstNumbers.partitioningIndex { $0 > number } - 1
        return Position(rendition: rendition, index: number - firstNumbers[rendition])
    }

    subscript(position: Position) -> VerificationItem { lists[position.rendition][position.index] }

    /// Returns the segment of an item, or nil for an initialization section.
    func segment(_ position: Position) -> MediaSegment? { lists[position.rendition].segment(position.index) }

    /// The number of bytes that will be read, for the progress.
    var expectedLength: UInt64 {
        lists.lazy.joined().reduce(0) { $0.addingSaturated($1.expectedLength) }
    }
}

extension VerificationItem {
    fileprivate var expectedLength: UInt64 {
        let size = Directory.status(of: location.path)?.size ?? 0
        return min(location.range.map { $0.upperBound - $0.lowerBound } ?? size, size)
    }
}
