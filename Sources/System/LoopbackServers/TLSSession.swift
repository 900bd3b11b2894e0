import COpenSSLConnections
import NIOCore

/// An `SSL` that frees itself: TLS on one connection, between the bytes of the network and those of HTTP.
///
/// It reads and writes memory; moving bytes from and to the network is up to ``TLSHandler``.
@safe
struct TLSSession: ~Copyable {
    /// What a read gave.
    enum Reading {
        /// Bytes of HTTP.
        case bytes(ByteBuffer)
        /// Nothing until more bytes come from the network.
        case nothing
        /// Nothing any more: the client said that it sends no more (`close_notify`, RFC 8446 section 6.1).
        case end
        /// Nothing any more: what came is not TLS, or not of this connection.
        case failure
    }

    /// Most bytes of a record (RFC 8446 section 5.1).
    private static let recordBytes = 1 << 14

    private let pointer: OpaquePointer
    /// Bytes from the network that TLS has not read; freed with `pointer`.
    private let received: OpaquePointer
    /// Bytes for the network; freed with `pointer`.
    private let sent: OpaquePointer

    /// The server's side of a connection; nil if there is no memory.
    init?(_ context: TLSContext) {
        guard let pointer = unsafe context.connection() else { return nil }
        guard let received = unsafe BIO_new(BIO_s_mem()) else {
            unsafe SSL_free(pointer)
            return nil
        }
        guard let sent = unsafe BIO_new(BIO_s_mem()) else {
            unsafe BIO_free(received)
            unsafe SSL_free(pointer)
            return nil
        }
        unsafe SSL_set_bio(pointer, received, sent)
        unsafe SSL_set_accept_state(pointer)
        unsafe self.pointer = pointer
        unsafe self.received = received
        unsafe self.sent = sent
    }

    deinit {
        unsafe SSL_free(pointer)
    }

    /// Takes in bytes of the network.
    ///
    /// - Returns: False if there is no memory.
    mutating func receive(_ bytes: ByteBuffer) -> Bool {
        unsafe bytes.withUnsafeReadableBytes { bytes in
            guard bytes.count > 0 else { return true }
            guard let count = Int32(exactly: bytes.count) else { return false }
            return unsafe BIO_write(received, bytes.baseAddress, count) == count
        }
    }

    /// Reads what the client sent, and goes on with the handshake, whose answers are then among the bytes for the network.
    mutating func read(_ allocator: ByteBufferAllocator) -> Reading {
        var bytes = allocator.buffer(capacity: Self.recordBytes)
        var code: Int32 = 0
        ERR_clear_error()
        unsafe bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.recordBytes) { space in
            code = unsafe SSL_read(pointer, space.baseAddress, Int32(Self.recordBytes))
            return max(0, Int(code))
        }
        guard code <= 0 else { return .bytes(bytes) }
        switch unsafe SSL_get_error(pointer, code) {
        case SSL_ERROR_WANT_READ: return .nothing
        case SSL_ERROR_ZERO_RETURN: return .end
        default: return .failure
        }
    }

    /// Takes bytes of HTTP; they are then among those for the network.
    ///
    /// - Returns: False before the handshake is done, or where TLS has failed.
    mutating func write(_ bytes: ByteBuffer) -> Bool {
        unsafe bytes.withUnsafeReadableBytes { bytes in
            guard bytes.count > 0 else { return true }
            guard let count = Int32(exactly: bytes.count) else { return false }
            ERR_clear_error()
            return unsafe SSL_write(pointer, bytes.baseAddress, count) == count
        }
    }

    /// Says that nothing more is sent (`close_notify`), if the handshake is done.
    mutating func end() {
        ERR_clear_error()
        if unsafe SSL_is_init_finished(pointer) == 1 { _ = unsafe SSL_shutdown(pointer) }
    }

    /// Takes out the bytes for the network; nil if there are none.
    mutating func bytesForNetwork(_ allocator: ByteBufferAllocator) -> ByteBuffer? {
        let count = unsafe BIO_ctrl_pending(sent)
        guard count > 0 else { return nil }
        var bytes = allocator.buffer(capacity: count)
        unsafe bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
            max(0, Int(unsafe BIO_read(sent, space.baseAddress, Int32(clamping: count))))
        }
        return bytes
    }
}
