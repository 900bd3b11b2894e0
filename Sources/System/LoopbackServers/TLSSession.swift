import COpenSSLConnections
import NIOCore

/// An `SSL` that frees itself: TLS on one connection, between the bytes of the network and those of HTTP.
///
/// It reads from and writes to memory; ``TLSHandler`` exchanges the bytes with the network.
@safe
struct TLSSession: ~Copyable {
    /// The result of a read.
    enum Reading {
        /// Bytes of HTTP.
        case bytes(ByteBuffer)
        /// Nothing until more bytes arrive from the network.
        case nothing
        /// Nothing further: the client has ended its side (`close_notify`, RFC 8446 section 6.1).
        case end
        /// Nothing further: the received bytes are not valid TLS on this connection.
        case failure
    }

    /// The maximum length of a record, in bytes (RFC 8446 section 5.1).
    private static let recordBytes = 1 << 14

    private let pointer: OpaquePointer
    /// The bytes from the network that TLS has not read; freed with `pointer`.
    private let networkInput: OpaquePointer
    /// The bytes for the network; freed with `pointer`.
    private let networkOutput: OpaquePointer

    /// Creates the server's side of a connection, or returns nil if memory is short.
    init?(_ context: TLSContext) {
        guard let pointer = unsafe context.makeSSL() else { return nil }
        guard let networkInput = unsafe BIO_new(BIO_s_mem()) else {
            unsafe SSL_free(pointer)
            return nil
        }
        guard let networkOutput = unsafe BIO_new(BIO_s_mem()) else {
            unsafe BIO_free(networkInput)
            unsafe SSL_free(pointer)
            return nil
        }
        unsafe SSL_set_bio(pointer, networkInput, networkOutput)
        unsafe SSL_set_accept_state(pointer)
        unsafe self.pointer = pointer
        unsafe self.networkInput = networkInput
        unsafe self.networkOutput = networkOutput
    }

    deinit {
        unsafe SSL_free(pointer)
    }

    /// Adds bytes from the network.
    ///
    /// - Returns: false if memory is short.
    mutating func receive(_ bytes: ByteBuffer) -> Bool {
        unsafe bytes.withUnsafeReadableBytes { bytes in
            guard bytes.count > 0 else { return true }
            guard let count = Int32(exactly: bytes.count) else { return false }
            return unsafe BIO_write(networkInput, bytes.baseAddress, count) == count
        }
    }

    /// Reads decrypted bytes and continues the handshake, whose output is appended to the bytes for the
    /// network.
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

    /// Encrypts bytes of HTTP and appends them to the bytes for the network.
    ///
    /// - Returns: false before the handshake is complete, or if TLS has failed.
    mutating func write(_ bytes: ByteBuffer) -> Bool {
        unsafe bytes.withUnsafeReadableBytes { bytes in
            guard bytes.count > 0 else { return true }
            guard let count = Int32(exactly: bytes.count) else { return false }
            ERR_clear_error()
            return unsafe SSL_write(pointer, bytes.baseAddress, count) == count
        }
    }

    /// Writes a `close_notify`, if the handshake is complete.
    mutating func end() {
        ERR_clear_error()
        if unsafe SSL_is_init_finished(pointer) == 1 { _ = unsafe SSL_shutdown(pointer) }
    }

    /// Removes and returns the bytes for the network, or nil if there are none.
    mutating func bytesForNetwork(_ allocator: ByteBufferAllocator) -> ByteBuffer? {
        let count = unsafe BIO_ctrl_pending(networkOutput)
        guard count > 0 else { return nil }
        var bytes = allocator.buffer(capacity: count)
        unsafe bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
            max(0, Int(unsafe BIO_read(networkOutput, space.baseAddress, Int32(clamping: count))))
        }
        return bytes
    }
}
