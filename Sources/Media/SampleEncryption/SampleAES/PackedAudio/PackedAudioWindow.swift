/// The bytes of a segment that are still needed, and where they stand in it.
struct PackedAudioWindow: Sendable {
    /// Bytes that are still needed from `start` on, and room behind `end`.
    private(set) var bytes: [UInt8] = []
    /// Where the bytes start that are still needed.
    private(set) var start = 0
    /// Where the bytes start that were not worked on yet.
    private(set) var next = 0
    /// Where the bytes end that were read.
    private(set) var end = 0
    /// Where `bytes` stands in the segment.
    private(set) var offset: UInt64 = 0

    /// Where the bytes that were not worked on yet stand in the segment.
    var nextOffset: UInt64 { offset + UInt64(next) }

    /// Lets `read` put up to `count` bytes behind those that are there.
    mutating func fill<Failure: Error>(
        count: Int,
        _ read: (inout [UInt8], Range<Int>) throws(Failure) -> Int
    ) throws(Failure) {
        if bytes.count - end < count { makeRoom(count) }
        let added = try read(&bytes, end..<end + count)
        end += max(0, min(added, count))
    }

    /// The bytes before `position` were worked on.
    mutating func advance(to position: Int) {
        next = position
    }

    /// Forgets the bytes that were worked on.
    mutating func release() {
        start = next
    }

    /// Gives `body` the bytes that were read, to change them in place.
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
