import ISOBaseMedia

/// Walks the NAL units of a sample by the lengths in front of them, and reads of it what is asked for.
struct SampleUnitCursor {
    private let sample: MovieSample
    private let lengthSize: Int
    private let read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]
    /// Bytes that were read, and where in the sample they start.
    private var head: [UInt8] = []
    private var headStart = 0
    private var position = 0

    /// Bytes that are read at once.
    private static let headSize = 256

    /// - Parameters:
    ///   - sample: the sample.
    ///   - lengthSize: bytes of the length in front of each unit.
    ///   - read: reads bytes of the file.
    init(
        _ sample: MovieSample,
        lengthSize: Int,
        read: @escaping (_ offset: UInt64, _ count: Int) throws -> [UInt8]
    ) {
        self.sample = sample
        self.lengthSize = lengthSize
        self.read = read
    }

    /// The next unit: where it starts in the sample, and how long it says that it is, which may be more than there is.
    ///
    /// - Returns: its place; nil where no unit has room.
    /// - Throws: what `read` throws.
    mutating func next() throws -> (start: Int, length: Int)? {
        let size = Int(sample.size)
        guard position < size, size - position > lengthSize else { return nil }
        let length = try bytes(position, lengthSize).reduce(0) { $0 << 8 | Int($1) }
        let start = position + lengthSize
        position = start + length
        return (start, length)
    }

    /// Bytes of the sample, fewer where it ends before.
    ///
    /// - Throws: what `read` throws.
    mutating func bytes(_ start: Int, _ wanted: Int) throws -> ArraySlice<UInt8> {
        let rest = Int(sample.size) - start
        let count = min(wanted, rest)
        if start < headStart || start + count > headStart + head.count {
            head = try read(sample.offset &+ UInt64(start), min(max(count, Self.headSize), rest))
            headStart = start
        }
        return head[start - headStart..<start - headStart + count]
    }
}
