import HLSPlaylists
import Presentations

/// The targets of all renditions under one numbering: rendition by rendition.
struct AllTargets: Sendable {
    /// The place of a target.
    struct Place: Sendable {
        let rendition: Int
        let index: Int
    }

    private let lists: [TargetList]
    /// The number of the first target of each rendition.
    private let firsts: [Int]
    let count: Int

    init(_ lists: [TargetList]) {
        self.lists = lists
        var firsts: [Int] = []
        count = lists.reduce(0) { first, list in
            firsts.append(first)
            return first + list.count
        }
        self.firsts = firsts
    }

    /// The place of the target with a number.
    func place(_ number: Int) -> Place {
        // The last rendition that does not begin behind it: one without targets is followed by another that begins there.
        let rendition = firsts.partitioningIndex { $0 > number } - 1
        return Place(rendition: rendition, index: number - firsts[rendition])
    }

    subscript(place: Place) -> VerificationTarget { lists[place.rendition][place.index] }

    /// The segment of a target; nil for a section.
    func segment(_ place: Place) -> MediaSegment? { lists[place.rendition].segment(place.index) }

    /// The bytes that will be read, for the progress.
    var expectedLength: UInt64 {
        lists.lazy.joined().reduce(0) { $0.addingSaturated($1.expectedLength) }
    }
}

extension VerificationTarget {
    fileprivate var expectedLength: UInt64 {
        let size = Directory.status(of: location.path)?.size ?? 0
        return min(location.range.map { $0.upperBound - $0.lowerBound } ?? size, size)
    }
}
