/// The bytes of a segment, read on demand through a window.
///
/// It is a class so that samples can share the window one after the other.
final class SegmentSource {
    /// The number of bytes read at once: more than the headers of most NAL units need, but little more than
    /// is parsed.
    static let windowSize = 4096

    let length: UInt64
    private let read: (inout [UInt8], Range<Int>, UInt64) throws -> Void
    private var window: [UInt8]
    /// The byte range of the segment in the window.
    private var windowRange: Range<UInt64> = 0..<0

    /// - Parameters:
    ///   - length: the length of the segment, in bytes.
    ///   - window: storage for the window; its contents are ignored.
    ///   - read: fills a range of the buffer with the bytes at an offset of the segment.
    init(
        length: UInt64,
        window: consuming [UInt8] = [],
        read: @escaping (inout [UInt8], Range<Int>, UInt64) throws -> Void
    ) {
        self.length = length
        self.window = window
        self.read = read
    }

    /// Returns the bytes of a range of the segment.
    ///
    /// Release the slice before the next call, to avoid a copy of the window.
    func bytes(_ range: Range<UInt64>) throws -> ArraySlice<UInt8> {
        if !(windowRange.lowerBound <= range.lowerBound && range.upperBound <= windowRange.upperBound) {
            try load(range)
        }
        let start = Int(range.lowerBound - windowRange.lowerBound)
        return window[start..<start + range.count]
    }

    /// Fills a range of a buffer with the bytes at an offset of the segment.
    func read(into buffer: inout [UInt8], _ range: Range<Int>, at offset: UInt64) throws {
        try read(&buffer, range, offset)
    }

    /// Ends reading and returns the storage of the window, or an empty array if it grew unusually large.
    func takeWindow() -> [UInt8] {
        var storage: [UInt8] = []
        swap(&storage, &window)
        windowRange = 0..<0
        return storage.count <= Self.windowSize * 4 ? storage : []
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
