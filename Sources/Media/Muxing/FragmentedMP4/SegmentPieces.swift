import ISOBaseMedia
import Mezzanines

/// The layout of a segment: pieces that are generated or read from the source.
struct SegmentPieces {
    /// The origin of the bytes of a piece.
    enum Origin: Hashable {
        /// A generated `styp`.
        case segmentType
        /// The generated start of an event message box, before its strings; the index is that of the message.
        case eventMessage(Int)
        /// The generated `moof` and `mdat` header of a fragment, by its index.
        case fragment(Int)
        /// Bytes of the source, from this offset on.
        case source(UInt64)
    }

    /// Contiguous bytes of one origin.
    struct Piece: Hashable {
        /// The offset in the segment.
        let offset: UInt64
        let origin: Origin
    }

    /// The pieces, in order; each ends where the next one starts.
    private(set) var pieces: [Piece] = []
    private(set) var fragments: [Fragment] = []
    /// The size of all pieces, in bytes.
    private(set) var size: UInt64 = 0

    /// Computes the layout of a segment.
    init(_ segment: FragmentedSegmentSource) {
        if segment.hasSegmentType { add(.segmentType, segment.plan.brands.segmentType.size) }
        for index in segment.eventMessages.indices { add(segment.eventMessages[index].box, index) }
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

    /// Finds the piece that contains a byte.
    ///
    /// - Parameters:
    ///   - offset: the offset of the byte in the segment, below `size`.
    ///   - hint: the index of a piece to try first, together with the next one.
    /// - Returns: the index of the piece, and its end in the segment.
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
        add(.eventMessage(index), UInt64(EventMessageBox.version1HeadSize))
        var runs: [Range<UInt64>] = []
        for part in [event.schemeAndValueRange, event.messageRange] {
            Self.extend(&runs, part.lowerBound, UInt32(part.count))
        }
        for run in runs { add(.source(run.lowerBound), UInt64(run.count)) }
    }

    private mutating func add(_ fragment: Fragment, runs: [Range<UInt64>]) {
        add(.fragment(fragments.count), UInt64(fragment.generatedSize))
        fragments.append(fragment)
        for run in runs { add(.source(run.lowerBound), run.upperBound - run.lowerBound) }
    }

    private mutating func add(_ origin: Origin, _ length: UInt64) {
        pieces.append(Piece(offset: size, origin: origin))
        size += length
    }

    /// Appends bytes of the source to the runs, extending the last run if they are adjacent.
    private static func extend(_ runs: inout [Range<UInt64>], _ offset: UInt64, _ size: UInt32) {
        guard size > 0 else { return }
        if let last = runs.last, last.upperBound == offset {
            runs[runs.count - 1] = last.lowerBound..<offset + UInt64(size)
        } else {
            runs.append(offset..<offset + UInt64(size))
        }
    }
}
