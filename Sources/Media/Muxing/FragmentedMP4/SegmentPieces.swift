import ISOBaseMedia
import Mezzanines

/// What a segment is put together from: made bytes, and runs of the source.
struct SegmentPieces {
    /// Where the bytes of a piece come from.
    enum Origin: Hashable {
        /// `styp`.
        case type
        /// What an event message has in front of its texts.
        case eventMessage(Int)
        /// What stands in front of the samples of a fragment.
        case fragment(Int)
        /// Bytes of the source from here on.
        case source(UInt64)
    }

    /// Bytes that come from one place.
    struct Piece: Hashable {
        /// Where it starts in the segment.
        let offset: UInt64
        /// Where its bytes come from.
        let origin: Origin
    }

    /// In order; each ends where the next one starts.
    private(set) var pieces: [Piece] = []
    /// The fragments, in order.
    private(set) var fragments: [Fragment] = []
    /// Bytes of all pieces.
    private(set) var size: UInt64 = 0

    /// Works out the pieces of a segment.
    init(_ segment: FragmentedSegment) {
        if segment.hasType { add(.type, segment.plan.brands.segmentType.size) }
        for index in segment.events.indices { add(segment.events[index].box, index) }
        guard !segment.samples.isEmpty else {
            add(segment.emptyFragment, runs: [])
            return
        }
        var iterator = FragmentIterator(segment.plan, segment.samples)
        var runs: [Range<UInt64>] = []
        while let fragment = iterator.next({ Self.extend(&runs, $0.offset, $0.size) }) {
            add(fragment, runs: runs)
            runs.removeAll(keepingCapacity: true)
        }
    }

    /// The piece that holds a byte, and where it ends.
    ///
    /// - Parameters:
    ///   - offset: of the byte, below `size`.
    ///   - hint: a piece that is looked at first, with the one behind it.
    /// - Returns: the index of the piece, and the end of it in the segment.
    func piece(at offset: UInt64, near hint: Int) -> (index: Int, end: UInt64) {
        for index in hint...hint + 1 where index < pieces.count {
            if pieces[index].offset <= offset, offset < end(of: index) { return (index, end(of: index)) }
        }
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].offset <= offset { low = middle + 1 } else { high = middle }
        }
        return (low - 1, end(of: low - 1))
    }

    private func end(of index: Int) -> UInt64 {
        index + 1 < pieces.count ? pieces[index + 1].offset : size
    }

    private mutating func add(_ event: EventMessageBox, _ index: Int) {
        add(.eventMessage(index), UInt64(EventMessageBox.madeHeadSize))
        var runs: [Range<UInt64>] = []
        for part in [event.names, event.message] { Self.extend(&runs, part.lowerBound, UInt32(part.count)) }
        for run in runs { add(.source(run.lowerBound), UInt64(run.count)) }
    }

    private mutating func add(_ fragment: Fragment, runs: [Range<UInt64>]) {
        add(.fragment(fragments.count), UInt64(fragment.madeSize))
        fragments.append(fragment)
        for run in runs { add(.source(run.lowerBound), run.upperBound - run.lowerBound) }
    }

    private mutating func add(_ origin: Origin, _ length: UInt64) {
        pieces.append(Piece(offset: size, origin: origin))
        size += length
    }

    /// Adds bytes of the source to runs that do not touch.
    private static func extend(_ runs: inout [Range<UInt64>], _ offset: UInt64, _ size: UInt32) {
        guard size > 0 else { return }
        if let last = runs.last, last.upperBound == offset {
            runs[runs.count - 1] = last.lowerBound..<offset + UInt64(size)
        } else {
            runs.append(offset..<offset + UInt64(size))
        }
    }
}
