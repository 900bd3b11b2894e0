import TransportStreams

/// Bytes of a stream from the first one on that was not taken.
struct ByteWindow: Sendable {
    /// The storage; what was taken last stays in it until the next `fill`.
    var bytes: [UInt8]
    private var start = 0
    private var end = 0
    /// Where the first byte that was not taken is in the stream.
    private(set) var offset: UInt64 = 0

    /// - Parameter storage: storage whose bytes mean nothing any more.
    init(storage: consuming [UInt8]) {
        bytes = storage
    }

    /// Bytes that are there.
    var count: Int { end - start }

    /// The bytes that are there; to be let go before the window is changed.
    var slice: ArraySlice<UInt8> { bytes[start..<end] }

    /// Takes the first bytes, at most those that are there.
    ///
    /// - Returns: where they are in `bytes`.
    @discardableResult
    mutating func take(_ count: Int) -> Range<Int> {
        let taken = start..<start + count
        start += count
        offset += UInt64(count)
        return taken
    }

    /// See `EssenceReader.fill`.
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
