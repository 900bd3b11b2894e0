/// The points at which reading of an elementary stream can begin; sparse to save memory.
struct SeekPoints: Sendable {
    /// The start of a NAL unit or frame.
    struct Point: Sendable {
        /// The offset in the converted bytes, where samples are adjacent.
        let sampleOffset: UInt64
        /// The offset in the file of the first byte of the start code or frame.
        let fileOffset: UInt64
    }

    /// The minimum distance of two points in the converted bytes, and in the file.
    private static let sampleDistance: UInt64 = 64 << 10
    private static let fileDistance: UInt64 = 256 << 10

    private var points: [Point] = []

    /// Adds a point if it is far enough from the last one.
    mutating func add(sampleOffset: UInt64, fileOffset: UInt64) {
        if let last = points.last, sampleOffset < last.sampleOffset &+ Self.sampleDistance,
            fileOffset < last.fileOffset &+ Self.fileDistance
        {
            return
        }
        points.append(Point(sampleOffset: sampleOffset, fileOffset: fileOffset))
    }

    /// Returns the last point at or before an offset in the converted bytes, or nil if there is none.
    func last(atOrBefore sampleOffset: UInt64) -> Point? {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].sampleOffset <= sampleOffset { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? points[low - 1] : nil
    }
}
