import COpenSSLConnections
import WipedMemory

/// An `SSL_CTX` that frees itself: the certificate and private key of a server, for all connections.
@safe
final class TLSContext: @unchecked Sendable {
    // OpenSSL changes only parts that it locks, so that threads can share the context.
    private let pointer: OpaquePointer

    /// Creates a context for TLS 1.2 or later and HTTP/1.1.
    ///
    /// The text of the private key is not copied here; the copies that OpenSSL makes while decoding cannot be
    /// wiped.
    init(_ identity: borrowing LoopbackIdentity) throws(LoopbackServerError) {
        guard let pointer = unsafe fairlead_server_context() else {
            throw .noTLS
        }
        unsafe self.pointer = pointer
        defer { ERR_clear_error() }
        try addCertificates(identity.certificatePEM)
        try identity.privateKeyPEM.withSpan { (pem) throws(LoopbackServerError) in try addPrivateKey(pem) }
    }

    deinit {
        unsafe SSL_CTX_free(pointer)
    }

    /// Creates an `SSL` for a connection, or returns nil if memory is short.
    func makeSSL() -> OpaquePointer? { unsafe SSL_new(pointer) }

    private func addCertificates(_ pem: [UInt8]) throws(LoopbackServerError) {
        guard !pem.isEmpty, !pem.contains(0) else {
            throw .badIdentity("the certificate is empty, or has a zero byte")
        }
        var (count, isAccepted) = (0, true)
        let isComplete = unsafe Self.withSource(pem.span) { source in
            while isAccepted,
                let certificate = unsafe PEM_read_bio_X509(source, nil, fairlead_no_passphrase, nil)
            {
                defer { unsafe X509_free(certificate) }
                count += 1
                isAccepted =
                    count == 1
                    ? unsafe SSL_CTX_use_certificate(pointer, certificate) == 1
                    : unsafe fairlead_add_authority(pointer, certificate) == 1
            }
            // The text has ended when no further certificate is found.
            return Self.reason(of: ERR_peek_last_error()) == PEM_R_NO_START_LINE
        }
        guard isAccepted else { throw .badIdentity("TLS does not accept certificate \(count) of the PEM") }
        guard count > 0 else { throw .badIdentity("the certificate is not PEM") }
        guard isComplete else { throw .badIdentity("certificate \(count + 1) of the PEM is malformed") }
    }

    private func addPrivateKey(_ pem: Span<UInt8>) throws(LoopbackServerError) {
        guard !pem.isEmpty, !pem.indices.contains(where: { pem[$0] == 0 }) else {
            throw .badIdentity("the private key is empty, or has a zero byte")
        }
        let key = unsafe Self.withSource(pem) { source in
            unsafe PEM_read_bio_PrivateKey(source, nil, fairlead_no_passphrase, nil)
        }
        guard let key = unsafe key else {
            throw .badIdentity("the private key is not PEM, or has a passphrase")
        }
        defer { unsafe EVP_PKEY_free(key) }
        guard unsafe SSL_CTX_use_PrivateKey(pointer, key) == 1, unsafe SSL_CTX_check_private_key(pointer) == 1
        else {
            throw .badIdentity(
                "TLS does not accept the private key, or it does not belong to the certificate"
            )
        }
    }

    /// Calls `body` with an OpenSSL source that reads `bytes` without copying them.
    private static func withSource<Result>(_ bytes: Span<UInt8>, _ body: (OpaquePointer?) -> Result) -> Result
    {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            let source = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count))
            defer { unsafe BIO_free(source) }
            return unsafe body(source)
        }
    }

    /// Returns the reason in an OpenSSL error code (the macro `ERR_GET_REASON`, which Swift does not import).
    private static func reason(of code: UInt) -> Int32 { Int32(code & 0x7F_FFFF) }
}
