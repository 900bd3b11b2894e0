/// Places where reading of an elementary stream can begin: sparse, so that they take little memory.
struct ReadingPoints: Sendable {
    /// A place where a unit of the stream begins.
    struct Point: Sendable {
        /// Where it is in the samples, which stand one behind the other.
        let sampleOffset: UInt64
        /// Where its first byte (of the start code, or of the frame) is in the file.
        let fileOffset: UInt64
    }

    /// Bytes of samples, and of the file, from one point to the next.
    private static let sampleDistance: UInt64 = 64 << 10
    private static let fileDistance: UInt64 = 256 << 10

    private var points: [Point] = []

    /// Takes note of a place, if it is far enough from the last one.
    mutating func add(sampleOffset: UInt64, fileOffset: UInt64) {
        if let last = points.last, sampleOffset < last.sampleOffset &+ Self.sampleDistance,
            fileOffset < last.fileOffset &+ Self.fileDistance
        {
            return
        }
        points.append(Point(sampleOffset: sampleOffset, fileOffset: fileOffset))
    }

    /// The last place at or before an offset; nil where there is none.
    func last(before sampleOffset: UInt64) -> Point? {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].sampleOffset <= sampleOffset { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? points[low - 1] : nil
    }
}
