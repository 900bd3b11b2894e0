import Glibc
import NIOCore
import WipedMemory

/// Bytes on their way to a client.
///
/// NIO's buffers cannot be told to wipe themselves, and share their memory with parts of them: whoever owns the bytes wipes them
/// when they are sent.
final class AnswerBytes: Sendable {
    private let buffer: ByteBuffer

    init(_ bytes: borrowing SecretBytes) {
        buffer = bytes.withSpan { span in
            var buffer = ByteBufferAllocator().buffer(capacity: span.count)
            unsafe span.withUnsafeBytes { bytes in _ = unsafe buffer.writeBytes(bytes) }
            return buffer
        }
    }

    /// Number of bytes.
    var count: Int { buffer.readableBytes }

    /// A part of the bytes, in the same memory.
    func part(_ start: Int, _ count: Int) -> ByteBuffer {
        buffer.getSlice(at: buffer.readerIndex + start, length: count) ?? ByteBuffer()
    }

    /// Overwrites the bytes, those of the parts, too.
    func wipe() {
        unsafe buffer.withVeryUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            // NIO would overwrite a copy where a part is still alive; this is the memory that all parts have.
            unsafe explicit_bzero(UnsafeMutableRawPointer(mutating: start), bytes.count)
        }
    }
}
