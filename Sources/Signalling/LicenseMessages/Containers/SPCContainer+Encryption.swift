package import Ciphers
import WipedMemory

extension SPCContainer {
    private static let payloadKeyByteCount = 16

    /// A message with a payload under a fresh key, for the owner of a certificate.
    ///
    /// - Parameters:
    ///   - list: the TLLVs.
    ///   - certificate: whose version the message has.
    ///   - randomness: gives key and IV.
    /// - Throws: `CipherError` from the library.
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

    /// The bytes of the TLLVs.
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
                found: "a wrapped key that this private key does not open",
                expected: "one for it",
                remedy: "Give the private key of the certificate that the app loads"
            )
        } catch {
            throw .cipher(error)
        }
    }
}
