/// A buffer of the bytes of a segment that are still needed, with their offset.
struct PackedAudioWindow: Sendable {
    /// The storage: the needed bytes are from `start` to `end`; the rest is unused.
    private(set) var bytes: [UInt8] = []
    /// The position of the first needed byte.
    private(set) var start = 0
    /// The position of the first byte that was not processed yet.
    private(set) var next = 0
    /// The end of the bytes that were read.
    private(set) var end = 0
    /// The offset of `bytes` in the segment.
    private(set) var offset: UInt64 = 0

    /// The offset in the segment of the first byte that was not processed yet.
    var nextOffset: UInt64 { offset + UInt64(next) }

    /// Calls `read` to append up to `count` bytes.
    mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        if bytes.count - end < count { makeRoom(count) }
        let added = try read(&bytes, end..<end + count)
        end += max(0, min(added, count))
    }

    /// Marks the bytes before `position` as processed.
    mutating func advance(to position: Int) {
        next = position
    }

    /// Drops the processed bytes.
    mutating func release() {
        start = next
    }

    /// Calls `body` with the storage, to be changed in place.
    mutating func withMutableSpan<Failure: Error>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var span = bytes.mutableSpan
        try body(&span)
    }

    private mutating func makeRoom(_ count: Int) {
        bytes.removeSubrange(..<start)
        offset += UInt64(start)
        next -= start
        end -= start
        start = 0
        let missing = end + count - bytes.count
        if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: missing)) }
    }
}
