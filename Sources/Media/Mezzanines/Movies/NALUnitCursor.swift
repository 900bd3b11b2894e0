import ISOBaseMedia

/// A cursor over the NAL units of a sample, which reads only the parts of them that are asked for.
struct NALUnitCursor {
    private let sample: MovieSample
    private let lengthSize: Int
    private let read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]
    /// The bytes that were read last, and their position in the sample.
    private var buffer: [UInt8] = []
    private var bufferStart = 0
    private var position = 0

    /// The minimum number of bytes to read at once.
    private static let minimumReadSize = 256

    /// - Parameters:
    ///   - sample: the sample.
    ///   - lengthSize: the size of the length before each NAL unit, in bytes.
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

    /// Moves to the next NAL unit.
    ///
    /// - Returns: its position in the sample, and the length that is written before it, which may exceed the
    ///   sample; nil at the end.
    /// - Throws: any error of `read`.
    mutating func next() throws -> (start: Int, length: Int)? {
        let size = Int(sample.size)
        guard position < size, size - position > lengthSize else { return nil }
        let length = try bytes(position, lengthSize).reduce(0) { $0 << 8 | Int($1) }
        let start = position + lengthSize
        position = start + length
        return (start, length)
    }

    /// Returns bytes of the sample, fewer than `wanted` at its end.
    ///
    /// - Throws: any error of `read`.
    mutating func bytes(_ start: Int, _ wanted: Int) throws -> ArraySlice<UInt8> {
        let rest = Int(sample.size) - start
        let count = min(wanted, rest)
        if start < bufferStart || start + count > bufferStart + buffer.count {
            buffer = try read(sample.offset &+ UInt64(start), min(max(count, Self.minimumReadSize), rest))
            bufferStart = start
        }
        return buffer[start - bufferStart..<start - bufferStart + count]
    }
}
