import TransportStreams

/// Gathers the bytes of the output into pieces, so that small boxes need no write of their own.
struct PieceBuffer {
    /// Bytes of a piece at most, if nothing else is asked for.
    static let defaultCapacity = 256 << 10
    /// Bytes that a piece has at least: more than lie between two encrypted blocks.
    private static let leastCapacity = 512

    private let capacity: Int
    /// The least room into which more is read.
    private var smallestRead: Int { max(capacity / 16, 256) }
    /// The piece; what stands behind `count` means nothing.
    private(set) var bytes: [UInt8]
    private var count = 0
    /// Bytes that were written and will be.
    private(set) var total: UInt64 = 0

    /// - Parameters:
    ///   - storage: storage for the piece; what stands in it means nothing.
    ///   - capacity: bytes of a piece.
    init(storage: consuming [UInt8] = [], capacity: Int = Self.defaultCapacity) {
        self.capacity = max(capacity, Self.leastCapacity)
        bytes = storage.count >= self.capacity ? storage : [UInt8](repeating: 0, count: self.capacity)
    }

    /// Appends bytes.
    mutating func append(_ added: [UInt8], _ write: ([UInt8], Range<Int>) throws -> Void) throws {
        total += UInt64(added.count)
        if added.count > capacity - count { try flush(write) }
        guard added.count <= capacity else { return try write(added, added.indices) }
        bytes.overwrite(at: count, with: added, added.indices)
        count += added.count
    }

    /// Makes room for the next bytes that are read, and gives back where that is.
    mutating func room(_ write: ([UInt8], Range<Int>) throws -> Void) throws -> Range<Int> {
        if capacity - count < smallestRead { try flush(write) }
        return count..<capacity
    }

    /// Lets `fill` put bytes into a range of the room.
    mutating func fill(_ range: Range<Int>, _ body: (inout [UInt8]) throws -> Void) rethrows {
        try body(&bytes)
        count = range.upperBound
        total += UInt64(range.count)
    }

    /// Writes what was gathered.
    mutating func flush(_ write: ([UInt8], Range<Int>) throws -> Void) throws {
        if count > 0 { try write(bytes, 0..<count) }
        count = 0
    }
}
