import TransportStreams

/// Collects output bytes into pieces, so that small boxes need no write of their own.
struct PieceBuffer {
    /// The minimum capacity in bytes: more than the distance between two encrypted blocks.
    private static let leastCapacity = 512

    private let capacity: Int
    /// The minimum room for a read, in bytes.
    private var smallestRead: Int { max(capacity / 16, 256) }
    /// The storage of the piece; bytes after the first `count` are undefined.
    private(set) var bytes: [UInt8]
    private var count = 0
    /// The number of bytes written or collected so far.
    private(set) var total: UInt64 = 0

    /// - Parameters:
    ///   - storage: storage to reuse; its contents are ignored.
    ///   - capacity: the maximum size of a piece, in bytes.
    init(storage: consuming [UInt8], capacity: Int) {
        self.capacity = max(capacity, Self.leastCapacity)
        bytes = storage.count >= self.capacity ? storage : [UInt8](repeating: 0, count: self.capacity)
    }

    /// Appends bytes, and writes the piece first if they do not fit.
    mutating func append(_ added: [UInt8], _ write: ([UInt8], Range<Int>) throws -> Void) throws {
        total += UInt64(added.count)
        if added.count > capacity - count { try flush(write) }
        guard added.count <= capacity else { return try write(added, added.indices) }
        bytes.overwrite(at: count, with: added, added.indices)
        count += added.count
    }

    /// Makes room for the next read and returns its range in `bytes`.
    mutating func room(_ write: ([UInt8], Range<Int>) throws -> Void) throws -> Range<Int> {
        if capacity - count < smallestRead { try flush(write) }
        return count..<capacity
    }

    /// Lets `body` fill a range at the start of the room, and adds it to the piece.
    mutating func fill(_ range: Range<Int>, _ body: (inout [UInt8]) throws -> Void) rethrows {
        try body(&bytes)
        count = range.upperBound
        total += UInt64(range.count)
    }

    /// Writes the collected bytes.
    mutating func flush(_ write: ([UInt8], Range<Int>) throws -> Void) throws {
        if count > 0 { try write(bytes, 0..<count) }
        count = 0
    }
}
