import Bitstreams
import Synchronization

/// A source of zeros that counts its reads, and may have fewer bytes than its size says.
final class CountingSource: ByteSource, ByteSourceReader {
    let size: UInt64
    private let readable: UInt64
    private let count = Mutex(0)

    init(size: UInt64, readable: UInt64? = nil) {
        self.size = size
        self.readable = readable ?? size
    }

    var readCount: Int { count.withLock { $0 } }

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader { self }

    func isUnchanged() -> Bool { readable == size }

    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        count.withLock { $0 += 1 }
        let found = Int(min(UInt64(range.count), readable - min(readable, offset)))
        buffer.replaceSubrange(
            range.lowerBound..<range.lowerBound + found,
            with: repeatElement(0, count: found)
        )
        return found
    }
}
