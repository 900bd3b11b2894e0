import Glibc
import NIOCore

/// A part of an open file that is the body of an answer.
package struct LoopbackFile: ~Copyable, Sendable {
    /// The first byte that is sent.
    package let offset: UInt64
    /// Number of bytes that are sent.
    package let count: UInt64
    private let descriptor: Int32

    /// Takes over an open file, which is closed when the value ends.
    ///
    /// Its position does not matter, and stays as it is. A file that turns out to be shorter than `offset` and `count` say closes
    /// the connection: the client has been promised more.
    package init(descriptor: consuming Int32, offset: UInt64 = 0, count: UInt64) {
        self.descriptor = descriptor
        self.offset = offset
        self.count = count
    }

    /// Up to `count` bytes, `position` bytes behind the first that is sent: fewer at the end of the file, nil where it cannot be read.
    borrowing func read(at position: UInt64, _ count: Int) -> ByteBuffer? {
        let (start, isOver) = offset.addingReportingOverflow(position)
        guard !isOver, let start = off_t(exactly: start) else { return nil }
        let descriptor = descriptor
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        let code = unsafe buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            while true {
                let got = unsafe pread(descriptor, bytes.baseAddress, count, start)
                if got >= 0 || errno != EINTR { return max(0, got) }
            }
        }
        return code > 0 ? buffer : nil
    }

    deinit { close(descriptor) }
}
