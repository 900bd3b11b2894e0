import Bitstreams

/// A file of an initialization section, an index and all segments of a track.
struct SingleFile: ByteSource {
    /// The initialization section and the index.
    let head: [UInt8]
    /// The segments, in order.
    let segments: [FragmentedSegment]
    /// Where each of them starts, and behind the last one the end.
    let offsets: [UInt64]
    /// The track's bytes.
    let source: any ByteSource

    /// - Parameters:
    ///   - head: what comes first.
    ///   - segments: what follows.
    ///   - source: the track's bytes.
    init(head: [UInt8], segments: [FragmentedSegment], source: any ByteSource) {
        self.head = head
        self.segments = segments
        self.source = source
        var offsets = [UInt64(head.count)]
        for segment in segments { offsets.append(offsets[offsets.count - 1] + segment.size) }
        self.offsets = offsets
    }

    var size: UInt64 { offsets[offsets.count - 1] }

    func makeReader() throws(ByteSourceFailure) -> any ByteSourceReader {
        SingleFileReader(self, try source.makeReader())
    }

    func isUnchanged() -> Bool { source.isUnchanged() }
}

/// Reads a `SingleFile`: knows what is in the segment that was read last.
private final class SingleFileReader: ByteSourceReader {
    private let file: SingleFile
    private let source: any ByteSourceReader
    private var current: (index: Int, reader: FragmentedSegmentReader)?

    init(_ file: SingleFile, _ source: any ByteSourceReader) {
        self.file = file
        self.source = source
    }

    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceFailure) -> Int {
        var filled = range.lowerBound
        var position = offset
        while filled < range.upperBound, position < file.size {
            let count: Int
            if position < UInt64(file.head.count) {
                let start = Int(position)
                count = min(range.upperBound - filled, file.head.count - start)
                buffer.replaceSubrange(filled..<filled + count, with: file.head[start..<start + count])
            } else {
                let reader = reader(at: position)
                count = try reader.1.read(into: &buffer, filled..<range.upperBound, at: position - reader.0)
            }
            filled += count
            position += UInt64(count)
        }
        return filled - range.lowerBound
    }

    /// Where the segment that holds a byte starts, and its reader.
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
