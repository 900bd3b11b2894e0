/// Bytes of a segment that are read where they are looked at, through a window.
///
/// It is a class, so that samples can share the window one after the other.
final class SegmentSource {
    /// Bytes that are read at once: more than headers of most NAL units need, and not much more than is looked at.
    private static let windowSize = 4096

    /// Bytes of the segment.
    let length: UInt64
    private let read: (inout [UInt8], Range<Int>, UInt64) throws -> Void
    private var window: [UInt8]
    /// Where the first bytes of the window are in the segment.
    private var windowRange: Range<UInt64> = 0..<0

    /// - Parameters:
    ///   - length: bytes of the segment.
    ///   - window: storage for the window; what stands in it means nothing.
    ///   - read: fills a range of a buffer with the bytes at an offset of the segment.
    init(
        length: UInt64,
        window: consuming [UInt8] = [],
        read: @escaping (inout [UInt8], Range<Int>, UInt64) throws -> Void
    ) {
        self.length = length
        self.window = window
        self.read = read
    }

    /// The bytes of a range inside of the segment; to be let go before the next call.
    func bytes(_ range: Range<UInt64>) throws -> ArraySlice<UInt8> {
        if !(windowRange.lowerBound <= range.lowerBound && range.upperBound <= windowRange.upperBound) {
            try load(range)
        }
        let start = Int(range.lowerBound - windowRange.lowerBound)
        return window[start..<start + range.count]
    }

    /// Reads bytes of the segment into a buffer.
    func read(into buffer: inout [UInt8], _ range: Range<Int>, at offset: UInt64) throws {
        try read(&buffer, range, offset)
    }

    /// Ends the work and gives the window's storage back.
    func takeWindow() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &window)
        windowRange = 0..<0
        return taken.count <= Self.windowSize * 4 ? taken : []
    }

    private func load(_ range: Range<UInt64>) throws {
        let available = length - min(length, range.lowerBound)
        let count = Int(min(available, UInt64(max(range.count, Self.windowSize))))
        windowRange = 0..<0
        if window.count < count {
            window.append(contentsOf: repeatElement(0, count: count - window.count))
        }
        try read(&window, 0..<count, range.lowerBound)
        windowRange = range.lowerBound..<range.lowerBound + UInt64(count)
    }
}
