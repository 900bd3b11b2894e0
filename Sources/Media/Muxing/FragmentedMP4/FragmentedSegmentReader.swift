import Bitstreams
import ISOBaseMedia
import Mezzanines

/// Reads a segment: makes the boxes of one fragment at a time, and has samples read straight into the caller's buffer.
final class FragmentedSegmentReader: ByteSourceReader {
    private let segment: FragmentedSegment
    private let source: any ByteSourceReader
    private let pieces: SegmentPieces
    /// The piece that was read last.
    private var current = 0
    /// Made bytes, and of which piece.
    private var made: (piece: Int, bytes: [UInt8]) = (-1, [])

    /// - Parameters:
    ///   - segment: what is read.
    ///   - source: a reader of the track's bytes.
    init(_ segment: FragmentedSegment, _ source: any ByteSourceReader) {
        self.segment = segment
        self.source = source
        pieces = SegmentPieces(segment)
    }

    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceFailure) -> Int {
        // It was sized before; other sizes now come of nothing but a source that changed.
        guard pieces.size == segment.size else { throw changed }
        var filled = range.lowerBound
        var position = offset
        while filled < range.upperBound, position < segment.size {
            let piece = pieces.piece(at: position, near: current)
            current = piece.index
            let count = Int(min(UInt64(range.upperBound - filled), piece.end - position))
            try read(piece.index, at: position, into: &buffer, filled..<filled + count)
            filled += count
            position += UInt64(count)
        }
        return filled - range.lowerBound
    }

    private func read(
        _ index: Int,
        at position: UInt64,
        into buffer: inout [UInt8],
        _ range: Range<Int>
    ) throws(ByteSourceFailure) {
        let piece = pieces.pieces[index]
        let skipped = position - piece.offset
        if case .source(let start) = piece.origin {
            let count = try source.read(into: &buffer, range, at: start + skipped)
            guard count == range.count else { throw changed }
            return
        }
        if made.piece != index { made = (index, make(piece.origin)) }
        let start = Int(skipped)
        guard start + range.count <= made.bytes.count else { throw changed }
        buffer.replaceSubrange(range, with: made.bytes[start..<start + range.count])
    }

    private func make(_ origin: SegmentPieces.Origin) -> [UInt8] {
        switch origin {
        case .type: segment.plan.brands.segmentType.bytes
        case .eventMessage(let index): EventCarriage.head(of: segment.events[index])
        case .fragment(let index):
            FragmentWriter.bytes(
                of: pieces.fragments[index],
                sequenceNumber: segment.sequenceNumber &+ UInt32(truncatingIfNeeded: index),
                segment.plan
            )
        case .source: []
        }
    }

    private var changed: ByteSourceFailure { .changed(path: segment.plan.track.path) }
}
