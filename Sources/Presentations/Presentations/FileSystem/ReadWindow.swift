import TransportStreams

/// A buffer of a part of a file, from which small reads of neighboring bytes are served.
///
/// The boxes and samples of MP4 are looked at one by one, several times: a system call for each would take
/// longer than the work on a short title.
struct ReadWindow: Sendable {
    /// The size of a window in bytes.
    static let size = 64 << 10
    /// The size of the largest reads that fill a window, in bytes: others gain nothing by being copied.
    private static let readLimit = size / 4
    /// The largest distance between two reads that fills a window, in bytes.
    ///
    /// The starts of large samples lie further apart, and the bytes between them are not needed.
    private static let distanceLimit: UInt64 = 16 << 10
    /// The size of a page, at which a window starts.
    private static let pageSize: UInt64 = 4096

    private var bytes: [UInt8] = []
    /// The part of the file in `bytes`.
    private var range: Range<UInt64> = 0..<0
    /// The end of the last read.
    private var position: UInt64 = 0

    /// Creates an empty window, which takes no memory before the first small read.
    init() {}

    /// Reads at `offset` into a part of `buffer` until the part is full or the file ends.
    ///
    /// - Parameters:
    ///   - buffer: receives the bytes.
    ///   - part: the part of `buffer` to fill.
    ///   - offset: the offset of the first byte in the file.
    ///   - size: the size of the file when it was opened.
    ///   - readFile: reads from the file itself, in the same way.
    /// - Returns: the number of bytes read, fewer than the part only at the end of the file.
    /// - Throws: any error of `readFile`.
    mutating func read(
        into buffer: inout [UInt8],
        _ part: Range<Int>,
        at offset: UInt64,
        ofSize size: UInt64,
        _ readFile: (inout [UInt8], Range<Int>, UInt64) throws(SystemCallError) -> Int
    ) throws(SystemCallError) -> Int {
        // Offsets come from tables in the file and may exceed the system's signed offsets.
        guard offset < size else { return 0 }
        let count = Int(min(UInt64(part.count), size - offset))
        let end = offset + UInt64(count)
        defer { position = end }
        if !(range.lowerBound <= offset && end <= range.upperBound) {
            let isWhole = size <= UInt64(Self.size)
            guard count <= Self.readLimit, isWhole || isNear(offset) else {
                return try readFile(&buffer, part.prefix(count), offset)
            }
            let start = isWhole ? 0 : offset - offset % Self.pageSize
            try fill(start..<min(start + UInt64(Self.size), size), readFile)
        }
        let start = Int(offset - range.lowerBound)
        let available = max(0, min(count, range.count - start))
        if available > 0 { buffer.overwrite(at: part.lowerBound, with: bytes, start..<start + available) }
        return available
    }

    /// Indicates whether a read is near the last one, so that the next one is likely to be, too.
    private func isNear(_ offset: UInt64) -> Bool {
        max(offset, position) - min(offset, position) <= Self.distanceLimit
    }

    private mutating func fill(
        _ part: Range<UInt64>,
        _ readFile: (inout [UInt8], Range<Int>, UInt64) throws(SystemCallError) -> Int
    ) throws(SystemCallError) {
        if bytes.count < part.count { bytes = [UInt8](repeating: 0, count: part.count) }
        // Nothing is in the window if the read fails.
        range = 0..<0
        let count = try readFile(&bytes, 0..<part.count, part.lowerBound)
        range = part.lowerBound..<part.lowerBound + UInt64(count)
    }
}
