import Bitstreams
import TransportStreams

/// A reader of `ConvertedTrackSource`.
///
/// It continues where the last read ended, or after a jump starts at the last reading point before the
/// offset.
final class ConvertedTrackReader: PiecewiseReader {
    private let track: ConvertedTrackSource
    private var fileReader: ElementaryStreamFileReader
    private var converter: SampleConverter
    /// The bytes of the elementary stream that are still needed.
    private var window = ByteQueue()
    /// The number of bytes at the start of `window` that `pieces` cover.
    private var consumedCount = 0
    private var pieces: [SampleConverter.Piece] = []
    /// The range of `pieces` in the converted bytes.
    private var start: UInt64 = 0
    private var end: UInt64 = 0
    /// The index of the current piece, and its offset in the converted bytes.
    private var currentIndex = 0
    private var currentStart: UInt64 = 0
    private var hasStarted = false
    private var isAtEnd = false

    init(_ track: ConvertedTrackSource, _ reader: any ByteSourceReader) {
        self.track = track
        fileReader = ElementaryStreamFileReader(track, reader)
        converter = SampleConverter(track.conversion)
    }

    var size: UInt64 { track.size }

    func readPiece(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        try locate(offset)
        return copyPieces(from: offset, to: &buffer, range.lowerBound, range.count)
    }

    /// Makes the piece that contains `position` the current one.
    private func locate(_ position: UInt64) throws(ByteSourceError) {
        if !hasStarted || position < start || position >= end {
            let point = track.points.last(atOrBefore: position)
            if let point, !hasStarted || position < start || point.sampleOffset > end { restart(at: point) }
            while position >= end { try advance() }
        }
        if position < currentStart {
            currentIndex = 0
            currentStart = start
        }
        while currentIndex < pieces.count, position - currentStart >= UInt64(pieces[currentIndex].size) {
            currentStart += UInt64(pieces[currentIndex].size)
            currentIndex += 1
        }
        guard currentIndex < pieces.count else { throw .changed(path: track.path) }
    }

    private func restart(at point: SeekPoints.Point) {
        fileReader.seek(to: point.fileOffset)
        converter = SampleConverter(track.conversion)
        window.removeAll()
        pieces.removeAll(keepingCapacity: true)
        (consumedCount, currentIndex) = (0, 0)
        (start, end, currentStart) = (point.sampleOffset, point.sampleOffset, point.sampleOffset)
        hasStarted = true
        isAtEnd = false
    }

    /// Converts the next pieces.
    private func advance() throws(ByteSourceError) {
        guard hasStarted, !isAtEnd else { throw .changed(path: track.path) }
        window.removeFirst(consumedCount)
        pieces.removeAll(keepingCapacity: true)
        isAtEnd = try !fileReader.appendNext(&window)
        guard window.count <= ElementaryStreamFileReader.sizeLimit else { throw .changed(path: track.path) }
        do {
            consumedCount = try converter.convert(
                window.storage,
                count: window.count,
                isLast: isAtEnd,
                into: &pieces
            )
        } catch {
            // The same bytes were valid when the samples were located.
            throw .changed(path: track.path)
        }
        start = end
        for piece in pieces { end += UInt64(piece.size) }
        (currentIndex, currentStart) = (0, start)
    }

    /// Copies bytes from the current piece on, at most up to the end of the last piece.
    private func copyPieces(
        from position: UInt64,
        to buffer: inout [UInt8],
        _ bufferPosition: Int,
        _ count: Int
    ) -> Int {
        var copied = 0
        var skipped = Int(position - currentStart)
        while copied < count, currentIndex < pieces.count {
            let piece = pieces[currentIndex]
            while skipped < piece.lengthSize, copied < count {
                buffer[bufferPosition + copied] = UInt8(truncatingIfNeeded: piece.count >> (24 - 8 * skipped))
                skipped += 1
                copied += 1
            }
            guard skipped >= piece.lengthSize else { break }
            let start = piece.start + skipped - piece.lengthSize
            let length = min(piece.size - skipped, count - copied)
            buffer.overwrite(at: bufferPosition + copied, with: window.storage, start..<start + length)
            copied += length
            skipped += length
            guard skipped == piece.size else { break }
            currentStart += UInt64(piece.size)
            currentIndex += 1
            skipped = 0
        }
        return copied
    }
}
