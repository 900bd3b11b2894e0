import COpenSSL
package import WipedMemory

/// An RSA private key; printing it shows `<redacted>`.
package final class PrivateKey: Sendable {
    private let key: RSAKey

    /// Reads PEM (PKCS#8 or PKCS#1, without a passphrase) or DER.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - minimumSize: the minimum size of the key.
    /// - Throws: `CertificateError` for anything else.
    package init(
        reading bytes: borrowing SecretBytes,
        minimumSize: RSAKeySize = .bits2048
    ) throws(CertificateError) {
        guard bytes.count > 0 else {
            throw .malformed(what: "it is empty (expected a private key in PEM or DER)")
        }
        guard bytes.count <= Certificate.byteLimit else {
            throw .malformed(
                what:
                    "it is too large for a private key (\(bytes.count) bytes, expected at most \(Certificate.byteLimit))"
            )
        }
        key = try bytes.withSpan { (bytes) throws(CertificateError) in
            guard PEMBlock.isPEM(bytes) else { return try Self.read(der: bytes, minimumSize) }
            return try Self.read(pem: bytes, minimumSize)
        }
    }

    /// Takes ownership of a key that this process generated.
    init(_ key: consuming RSAKey) {
        self.key = key
    }

    /// The size of the modulus, in bits.
    package var bitCount: Int { key.bitCount }

    /// Decrypts the result of ``Certificate/encrypt(_:)`` or, with the same digest, of
    /// ``LenientCertificate/encrypt(_:digest:)``.
    package func decrypt(
        _ bytes: [UInt8],
        digest: OAEPDigest = .sha1
    ) throws(CipherError) -> SecretBytes {
        try key.decrypt(bytes, digest: digest)
    }

    /// Signs `message` with PKCS#1 v1.5 and SHA-512 (`rsa-sha512`).
    package func sign(_ message: [UInt8]) throws(CipherError) -> [UInt8] {
        try key.sign(message)
    }

    /// Indicates whether this is the private key of `certificate`.
    func belongs(to certificate: Certificate) -> Bool {
        certificate.belongs(to: key)
    }

    /// Indicates whether this is the private key of `certificate`.
    func belongs(to certificate: LenientCertificate) -> Bool {
        certificate.belongs(to: key)
    }

    private static func read(pem text: Span<UInt8>, _ minimumSize: RSAKeySize) throws(CertificateError)
        -> RSAKey
    {
        guard let block = PEMBlock.first(in: text, where: { $0.hasSuffix("PRIVATE KEY") }) else {
            throw .malformed(what: "it is PEM without a private key (expected BEGIN PRIVATE KEY)")
        }
        guard !block.isEncrypted else { throw .encrypted }
        switch block.label {
        case "PRIVATE KEY", "RSA PRIVATE KEY":
            return try block.contents.withSpan { (der) throws(CertificateError) in
                try read(der: der, minimumSize)
            }
        case "ENCRYPTED PRIVATE KEY":
            throw .encrypted
        case "OPENSSH PRIVATE KEY":
            throw .malformed(
                what:
                    "it is a key in OpenSSH's own form (expected PKCS#8). Convert it with: ssh-keygen -p -m PKCS8"
            )
        default:
            throw .notRSA
        }
    }

    private static func read(der: Span<UInt8>, _ minimumSize: RSAKeySize) throws(CertificateError) -> RSAKey {
        defer { ERR_clear_error() }
        guard !isEncrypted(der) else { throw .encrypted }
        let pointer: OpaquePointer? = unsafe der.withUnsafeBufferPointer { der -> OpaquePointer? in
            var position = der.baseAddress
            let end = unsafe position.map { unsafe $0 + der.count }
            guard let pointer = unsafe d2i_AutoPrivateKey(nil, &position, der.count) else { return nil }
            guard unsafe position == end else {
                unsafe EVP_PKEY_free(pointer)
                return nil
            }
            return unsafe pointer
        }
        guard let pointer = unsafe pointer else {
            throw .malformed(
                what:
                    "it is not a private key (expected PKCS#8 or PKCS#1 in PEM or DER, and nothing after it)"
            )
        }
        return try unsafe RSAKey.takingOwnership(pointer, minimumSize: minimumSize)
    }

    /// Indicates whether `der` is an EncryptedPrivateKeyInfo (RFC 5958).
    ///
    /// This is checked first, because OpenSSL would ask the user for the passphrase of such a key.
    private static func isEncrypted(_ der: Span<UInt8>) -> Bool {
        unsafe der.withUnsafeBufferPointer { der in
            var position = der.baseAddress
            guard let info = unsafe d2i_X509_SIG(nil, &position, der.count) else { return false }
            unsafe X509_SIG_free(info)
            return true
        }
    }
}

extension PrivateKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    package var description: String { "<redacted>" }

    /// Always `<redacted>`.
    package var debugDescription: String { "<redacted>" }

    /// A mirror without children, so that the key cannot be reflected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
