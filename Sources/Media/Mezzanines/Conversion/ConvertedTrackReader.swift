import Bitstreams
import TransportStreams

/// A reader of `ConvertedTrackSource`.
///
/// It continues where the last read ended, or after a jump starts at the last reading point before the
/// offset.
final class ConvertedTrackReader: ByteSourceReader {
    private let track: ConvertedTrackSource
    private var feed: ElementaryStreamFileReader
    private var conversion: SampleConverter
    /// The bytes of the elementary stream that are still needed.
    private var window = ByteQueue()
    /// The number of bytes at the start of `window` that `pieces` cover.
    private var consumed = 0
    private var pieces: [SampleConverter.Piece] = []
    /// The range of `pieces` in the converted bytes.
    private var start: UInt64 = 0
    private var end: UInt64 = 0
    /// The index of the current piece, and its offset in the converted bytes.
    private var current = 0
    private var currentStart: UInt64 = 0
    private var isPlaced = false
    private var isOver = false

    init(_ track: ConvertedTrackSource, _ reader: any ByteSourceReader) {
        self.track = track
        feed = ElementaryStreamFileReader(track, reader)
        conversion = SampleConverter(track.conversion)
    }

    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        guard offset < track.size else { return 0 }
        let wanted = Int(min(UInt64(range.count), track.size - offset))
        var filled = 0
        while filled < wanted {
            let position = offset + UInt64(filled)
            try locate(position)
            filled += copyPieces(from: position, to: &buffer, range.lowerBound + filled, wanted - filled)
        }
        return filled
    }

    /// Makes the piece that contains `position` the current one.
    private func locate(_ position: UInt64) throws(ByteSourceError) {
        if !isPlaced || position < start || position >= end {
            let point = track.points.last(before: position)
            if let point, !isPlaced || position < start || point.sampleOffset > end { restart(at: point) }
            while position >= end { try advance() }
        }
        if position < currentStart {
            current = 0
            currentStart = start
        }
        while current < pieces.count, position - currentStart >= UInt64(pieces[current].size) {
            currentStart += UInt64(pieces[current].size)
            current += 1
        }
        guard current < pieces.count else { throw .changed(path: track.path) }
    }

    private func restart(at point: SeekPoints.Point) {
        feed.seek(to: point.fileOffset)
        conversion = SampleConverter(track.conversion)
        window.removeAll()
        pieces.removeAll(keepingCapacity: true)
        (consumed, current) = (0, 0)
        (start, end, currentStart) = (point.sampleOffset, point.sampleOffset, point.sampleOffset)
        isPlaced = true
        isOver = false
    }

    /// Converts the next pieces.
    private func advance() throws(ByteSourceError) {
        guard isPlaced, !isOver else { throw .changed(path: track.path) }
        window.removeFirst(consumed)
        pieces.removeAll(keepingCapacity: true)
        isOver = try !feed.appendNext(&window)
        guard window.count <= ElementaryStreamFileReader.sizeLimit else { throw .changed(path: track.path) }
        do {
            consumed = try conversion.convert(
                window.storage,
                count: window.count,
                isLast: isOver,
                into: &pieces
            )
        } catch {
            // The same bytes were valid when the samples were located.
            throw .changed(path: track.path)
        }
        start = end
        for piece in pieces { end += UInt64(piece.size) }
        (current, currentStart) = (0, start)
    }

    /// Copies bytes from the current piece on, at most up to the end of the last piece.
    private func copyPieces(
        from position: UInt64,
        to buffer: inout [UInt8],
        _ target: Int,
        _ count: Int
    ) -> Int {
        var copied = 0
        var skipped = Int(position - currentStart)
        while copied < count, current < pieces.count {
            let piece = pieces[current]
            while skipped < piece.lengthSize, copied < count {
                buffer[target + copied] = UInt8(truncatingIfNeeded: piece.count >> (24 - 8 * skipped))
                skipped += 1
                copied += 1
            }
            guard skipped >= piece.lengthSize else { break }
            let start = piece.start + skipped - piece.lengthSize
            let length = min(piece.size - skipped, count - copied)
            buffer.overwrite(at: target + copied, with: window.storage, start..<start + length)
            copied += length
            skipped += length
            guard skipped == piece.size else { break }
            currentStart += UInt64(piece.size)
            current += 1
            skipped = 0
        }
        return copied
    }
}
