/// Bytes with random access from several threads: a file, or data generated from other bytes while they are
/// read.
package protocol ByteSource: Sendable {
    /// The number of bytes.
    var size: UInt64 { get }

    /// Creates a reader for use on one thread; it may keep state to continue fast where the last read ended.
    func makeReader() throws(ByteSourceError) -> any ByteSourceReader

    /// Indicates whether all files that the bytes come from are unchanged since they were opened.
    func isUnchanged() -> Bool
}

/// A reader of a `ByteSource` for one thread, fastest if offsets ascend.
package protocol ByteSourceReader: AnyObject {
    /// Reads bytes into a part of `buffer`.
    ///
    /// - Parameters:
    ///   - buffer: receives the bytes.
    ///   - range: the part of `buffer` to fill, within its bounds.
    ///   - offset: the offset of the first byte in the source.
    /// - Returns: the number of bytes read, less than that of `range` only at the end of the source.
    /// - Throws: `ByteSourceError` if the bytes cannot be read or generated.
    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int
}

/// An error that prevents reading bytes of a `ByteSource`.
package enum ByteSourceError: Error, Hashable, Sendable {
    /// A system call failed: its name, the path of the file, and `errno`.
    case system(call: String, path: String, code: Int32)
    /// A file that the bytes are generated from is malformed; the error's offset is in that file.
    case malformed(path: String, ParseError)
    /// A file that the bytes are generated from changed after it was first read.
    case changed(path: String)
}

extension ByteSourceReader {
    /// Reads `count` bytes.
    ///
    /// - Parameters:
    ///   - count: the number of bytes. All are allocated before reading, so the caller must limit a number
    ///     that comes from the input.
    ///   - offset: the offset of the first byte in the source.
    /// - Returns: the bytes, fewer than `count` only at the end of the source.
    /// - Throws: `ByteSourceError` if the bytes cannot be read or generated.
    package func bytes(_ count: Int, at offset: UInt64) throws(ByteSourceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let readCount = try read(into: &bytes, 0..<count, at: offset)
        bytes.removeLast(count - readCount)
        return bytes
    }
}

/// A `ByteSource` of bytes in memory.
package final class InMemoryByteSource: ByteSource, ByteSourceReader {
    private let bytes: [UInt8]

    /// Creates a source of these bytes.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of bytes.
    package var size: UInt64 { UInt64(bytes.count) }

    /// Returns the source itself, as reading keeps no state.
    package func makeReader() throws(ByteSourceError) -> any ByteSourceReader { self }

    /// Returns true, because the source has its own copy of the bytes and never changes it.
    package func isUnchanged() -> Bool { true }

    /// Copies bytes into a part of `buffer`; see `ByteSourceReader`.
    package func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        guard offset < UInt64(bytes.count) else { return 0 }
        let start = Int(offset)
        let count = min(range.count, bytes.count - start)
        buffer.replaceSubrange(
            range.lowerBound..<range.lowerBound + count,
            with: bytes[start..<start + count]
        )
        return count
    }
}
