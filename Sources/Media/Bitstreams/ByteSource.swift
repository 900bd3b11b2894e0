/// Bytes that can be read anywhere, from several threads: a file, or what is made of others while it is read.
package protocol ByteSource: Sendable {
    /// Number of bytes.
    var size: UInt64 { get }

    /// A reader for one thread. It may keep what it needs to go on where the last read ended.
    func makeReader() throws(ByteSourceFailure) -> any ByteSourceReader

    /// Whether everything that the bytes come from still is as it was when it was opened.
    func isUnchanged() -> Bool
}

/// Reads a `ByteSource` on one thread; fastest in ascending order of offsets.
package protocol ByteSourceReader: AnyObject {
    /// Reads at `offset` into a part of `buffer` until it is full; fewer bytes only at the end of the source.
    ///
    /// - Parameters:
    ///   - buffer: gets the bytes.
    ///   - range: the part of it, within its bounds.
    ///   - offset: of the first byte in the source.
    /// - Returns: how many bytes were read.
    /// - Throws: `ByteSourceFailure` where they cannot be had.
    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceFailure) -> Int
}

/// Why bytes of a `ByteSource` cannot be had.
package enum ByteSourceFailure: Error, Hashable, Sendable {
    /// A call to the operating system failed: its name, the file, and `errno`.
    case system(call: String, path: String, code: Int32)
    /// What they are made of is malformed; the offset is one of the file.
    case malformed(path: String, ParseError)
    /// What they are made of is not as it was when it was looked at.
    case changed(path: String)
}

extension ByteSourceReader {
    /// Reads a number of bytes that are there.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - offset: of the first byte in the source.
    /// - Returns: them, fewer only at the end of the source.
    /// - Throws: `ByteSourceFailure` where they cannot be had.
    package func bytes(_ count: Int, at offset: UInt64) throws(ByteSourceFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = try read(into: &bytes, 0..<count, at: offset)
        bytes.removeLast(count - found)
        return bytes
    }
}

/// Bytes in memory as a `ByteSource`.
package final class HeldByteSource: ByteSource, ByteSourceReader {
    private let bytes: [UInt8]

    /// - Parameter bytes: what is read.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Number of bytes.
    package var size: UInt64 { UInt64(bytes.count) }

    /// Itself: reading keeps nothing.
    package func makeReader() throws(ByteSourceFailure) -> any ByteSourceReader { self }

    /// Always: nobody else can change them.
    package func isUnchanged() -> Bool { true }

    /// Copies bytes; see `ByteSourceReader`.
    package func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceFailure) -> Int {
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
