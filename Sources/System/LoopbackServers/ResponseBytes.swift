import Glibc
import NIOCore
import WipedMemory

/// The bytes of a response body while they are sent.
///
/// NIO's buffers cannot wipe themselves, and slices share their memory. The owner wipes the bytes after they
/// are sent.
final class ResponseBytes: Sendable {
    private let buffer: ByteBuffer

    init(_ bytes: borrowing SecretBytes) {
        buffer = bytes.withSpan { span in
            var buffer = ByteBufferAllocator().buffer(capacity: span.count)
            unsafe span.withUnsafeBytes { bytes in _ = unsafe buffer.writeBytes(bytes) }
            return buffer
        }
    }

    var count: Int { buffer.readableBytes }

    /// Returns a slice of the bytes, in the same memory.
    func part(_ start: Int, _ count: Int) -> ByteBuffer {
        buffer.getSlice(at: buffer.readerIndex + start, length: count) ?? ByteBuffer()
    }

    /// Overwrites the bytes, including those of slices.
    func wipe() {
        unsafe buffer.withVeryUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            // NIO would overwrite a copy if a slice is still alive; this memory is shared by all slices.
            unsafe explicit_bzero(UnsafeMutableRawPointer(mutating: start), bytes.count)
        }
    }
}
