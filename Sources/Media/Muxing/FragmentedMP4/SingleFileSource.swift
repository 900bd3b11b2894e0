import Bitstreams

/// A file with an initialization section, a `sidx` and all segments of a track, generated when it is read.
struct SingleFileSource: ByteSource {
    /// The initialization section and the `sidx`.
    let head: [UInt8]
    let segments: [FragmentedSegmentSource]
    /// The offset of each segment in the file, followed by the end of the file.
    let offsets: [UInt64]
    /// The bytes of the track's input.
    let source: any ByteSource

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - head: the initialization section and the `sidx`.
    ///   - segments: the segments, in order.
    ///   - source: the bytes of the track's input.
    init(head: [UInt8], segments: [FragmentedSegmentSource], source: any ByteSource) {
        self.head = head
        self.segments = segments
        self.source = source
        var offsets = [UInt64(head.count)]
        for segment in segments { offsets.append(offsets[offsets.count - 1] + segment.size) }
        self.offsets = offsets
    }

    var size: UInt64 { offsets[offsets.count - 1] }

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader {
        SingleFileReader(self, try source.makeReader())
    }

    func isUnchanged() -> Bool { source.isUnchanged() }
}

/// A reader of a `SingleFileSource` that keeps the reader of the last segment.
private final class SingleFileReader: PiecewiseReader {
    private let file: SingleFileSource
    private let source: any ByteSourceReader
    private var current: (index: Int, reader: FragmentedSegmentReader)?

    init(_ file: SingleFileSource, _ source: any ByteSourceReader) {
        self.file = file
        self.source = source
    }

    var size: UInt64 { file.size }

    func readPiece(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        guard offset < UInt64(file.head.count) else {
            let (start, reader) = reader(at: offset)
            return try reader.read(into: &buffer, range, at: offset - start)
        }
        let start = Int(offset)
        let count = min(range.count, file.head.count - start)
        buffer.replaceSubrange(range.prefix(count), with: file.head[start..<start + count])
        return count
    }

    /// Returns the offset of the segment that contains a byte, and a reader of the segment.
    private func reader(at position: UInt64) -> (start: UInt64, FragmentedSegmentReader) {
        if let current, file.offsets[current.index] <= position, position < file.offsets[current.index + 1] {
            return (file.offsets[current.index], current.reader)
        }
        var (low, high) = (0, file.segments.count)
        while low < high {
            let middle = (low + high) / 2
            if file.offsets[middle] <= position { low = middle + 1 } else { high = middle }
        }
        let reader = FragmentedSegmentReader(file.segments[low - 1], source)
        current = (low - 1, reader)
        return (file.offsets[low - 1], reader)
    }
}
