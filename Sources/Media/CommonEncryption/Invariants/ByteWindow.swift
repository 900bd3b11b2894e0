import TransportStreams

/// A buffer of the bytes that were read from a stream but not yet consumed.
struct ByteWindow: Sendable {
    /// The storage; the bytes consumed last stay valid in it until the next `fill`.
    var bytes: [UInt8]
    private var start = 0
    private var end = 0
    /// The offset in the stream of the first available byte.
    private(set) var offset: UInt64 = 0

    /// - Parameter storage: storage to reuse; its contents are ignored.
    init(storage: consuming [UInt8]) {
        bytes = storage
    }

    /// The number of available bytes.
    var count: Int { end - start }

    /// The available bytes; release the slice before the window is changed, to avoid a copy.
    var slice: ArraySlice<UInt8> { bytes[start..<end] }

    /// Consumes the first `count` bytes, which must be available.
    ///
    /// - Returns: the range of the consumed bytes in `bytes`.
    @discardableResult
    mutating func consume(_ count: Int) -> Range<Int> {
        let consumed = start..<start + count
        start += count
        offset += UInt64(count)
        return consumed
    }

    /// Reads more bytes; see `InvariantReader.fill`.
    mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        guard count > 0 else { return }
        if bytes.count - end < count { makeRoom(count) }
        let added = try read(&bytes, end..<end + count)
        end += min(max(0, added), count)
    }

    private mutating func makeRoom(_ count: Int) {
        if start > 0 {
            bytes.move(start..<end, to: 0)
            end -= start
            start = 0
        }
        guard bytes.count - end < count else { return }
        let size = max(bytes.count * 2, end + count)
        var larger = [UInt8](repeating: 0, count: size)
        larger.overwrite(at: 0, with: bytes, 0..<end)
        bytes = larger
    }
}
