package import Ciphers
import WipedMemory

extension SPCContainer {
    private static let payloadKeyByteCount = 16

    /// Creates a message whose payload is encrypted under a fresh key, which only the owner of a certificate
    /// can unwrap.
    ///
    /// - Parameters:
    ///   - list: the TLLVs of the payload.
    ///   - certificate: the recipient's certificate, which determines the version.
    ///   - randomness: the source of key and IV.
    /// - Throws: `CipherError` if OpenSSL fails.
    package init(
        encrypting list: TLLVList,
        to certificate: LicenseCertificate,
        randomness: MessageRandomness = .system
    ) throws(CipherError) {
        var key = randomness.bytes(Self.payloadKeyByteCount)
        defer { secureErase(&key) }
        let iv = randomness.bytes(16)
        let payload = try AES128CBC.encrypt(
            list.serialized.span,
            key: ContentKey(copying: key),
            iv: iv
        )
        self.init(
            version: certificate.version,
            iv: iv,
            wrappedKey: try certificate.wrap(SecretBytes(copying: key)),
            certificateHash: certificate.hash,
            payload: payload
        )
    }

    /// Decrypts the payload with the certificate's private key.
    func decryptedPayload(_ privateKey: PrivateKey) throws(LicenseMessageError) -> SecretBytes {
        guard privateKey.bitCount == version.keySize.rawValue else {
            throw .parsing(
                offset: nil,
                found: "a private key of \(privateKey.bitCount) bits",
                expected: "one of \(version.keySize.rawValue) (version \(version.rawValue))",
                remedy: "Give the private key of the certificate that the app loads"
            )
        }
        do throws(CipherError) {
            let key = try privateKey.decrypt(wrappedKey, digest: version.digest)
            guard key.count == Self.payloadKeyByteCount else { throw .decryptionFailed }
            return try AES128CBC.decrypt(payload.span, key: ContentKey(key), iv: iv)
        } catch .decryptionFailed {
            throw .parsing(
                offset: Self.wrappedKeyOffset,
                found: "a wrapped key that this private key does not unwrap",
                expected: "a key wrapped for it",
                remedy: "Give the private key of the certificate that the app loads"
            )
        } catch {
            throw .cipher(error)
        }
    }
}
