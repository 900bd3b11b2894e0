import Glibc
import NIOCore

/// A part of an open file that is the body of a response.
package struct LoopbackFile: ~Copyable, Sendable {
    /// The offset of the first byte to send.
    let offset: UInt64
    /// The number of bytes to send.
    let count: UInt64
    private let descriptor: Int32

    /// Takes ownership of an open file and closes it when the value is destroyed.
    ///
    /// The file position is neither used nor changed. If the file is shorter than `offset` and `count` say,
    /// the connection is closed, because the client was promised more bytes.
    package init(descriptor: consuming Int32, offset: UInt64 = 0, count: UInt64) {
        self.descriptor = descriptor
        self.offset = offset
        self.count = count
    }

    /// Reads up to `count` bytes from `position`, counted from the first byte to send.
    ///
    /// - Parameters:
    ///   - position: the offset of the first byte to read, relative to the first byte to send.
    ///   - count: the maximum number of bytes.
    /// - Returns: the bytes, fewer than `count` at the end of the file, or nil if none can be read.
    borrowing func read(at position: UInt64, _ count: Int) -> ByteBuffer? {
        let (start, hasOverflow) = offset.addingReportingOverflow(position)
        guard !hasOverflow, let start = off_t(exactly: start) else { return nil }
        let descriptor = descriptor
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        let writtenCount = unsafe buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            while true {
                let readCount = unsafe pread(descriptor, bytes.baseAddress, count, start)
                if readCount >= 0 || errno != EINTR { return max(0, readCount) }
            }
        }
        return writtenCount > 0 ? buffer : nil
    }

    deinit { close(descriptor) }
}
