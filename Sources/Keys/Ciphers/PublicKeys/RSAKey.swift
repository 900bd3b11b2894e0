import COpenSSL
import WipedMemory

/// An RSA `EVP_PKEY` that frees and so wipes itself; the only code that calls OpenSSL's RSA with pointers.
@safe
struct RSAKey: ~Copyable, @unchecked Sendable {
    /// The maximum size of a key, in bits: OpenSSL itself verifies with nothing larger, and a larger key
    /// would only take time.
    static let maximumBits = 16384

    // OpenSSL locks everything in it that it changes, so threads may share it.
    private let pointer: OpaquePointer

    /// Takes ownership of `pointer`, which is freed if the key is refused.
    static func takingOwnership(
        _ pointer: OpaquePointer,
        minimumSize: RSAKeySize = .bits2048
    ) throws(CertificateError) -> RSAKey {
        let key = unsafe RSAKey(pointer: pointer)
        guard unsafe EVP_PKEY_get_base_id(pointer) == EVP_PKEY_RSA else { throw .notRSA }
        let bits = unsafe Int(EVP_PKEY_get_bits(pointer))
        guard bits >= minimumSize.rawValue else { throw .weakKey(bits: bits, minimum: minimumSize.rawValue) }
        guard bits <= maximumBits else {
            throw .malformed(
                what: "the RSA key is too large (\(bits) bits, expected at most \(maximumBits))"
            )
        }
        return key
    }

    private init(pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// The size of the modulus, of a ciphertext and of a signature, in bytes.
    var byteCount: Int { unsafe Int(EVP_PKEY_get_size(pointer)) }

    /// The size of the modulus, in bits.
    var bitCount: Int { unsafe Int(EVP_PKEY_get_bits(pointer)) }

    /// The public key as a SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7), in DER.
    var subjectPublicKeyInfo: [UInt8] { unsafe DER.encoded { unsafe i2d_PUBKEY(pointer, $0) } }

    /// Returns the private key as PKCS#8 in PEM, without a passphrase.
    func privateKeyPEM() throws(CipherError) -> SecretBytes {
        // OpenSSL wipes the memory of this BIO when it grows and when it is freed.
        guard let sink = unsafe BIO_new(BIO_s_mem()) else { throw .failed("BIO_new") }
        defer { unsafe BIO_free(sink) }
        guard unsafe PEM_write_bio_PrivateKey(sink, pointer, nil, nil, 0, nil, nil) == 1 else {
            throw .failed("PEM_write_bio_PrivateKey")
        }
        let count = unsafe BIO_ctrl(sink, BIO_CTRL_PENDING, 0, nil)
        return try SecretBytes(count: count) { (output) throws(CipherError) in
            let readCount = unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe BIO_read(sink, output.baseAddress, Int32(count))
            }
            guard Int(readCount) == count else { throw .failed("BIO_read") }
        }
    }

    /// Indicates whether `other` has the same public key.
    func hasPublicKey(of other: borrowing RSAKey) -> Bool {
        defer { ERR_clear_error() }
        return unsafe EVP_PKEY_eq(pointer, other.pointer) == 1
    }

    /// Encrypts by RSAES-OAEP (RFC 8017 section 7.1) with a digest, MGF1 with the same digest, and no label.
    func encrypt(_ message: Span<UInt8>, digest: OAEPDigest = .sha1) throws(CipherError) -> [UInt8] {
        let limit = byteCount - 2 * digest.byteCount - 2
        guard message.count <= limit else { throw .inputTooLong(message.count) }
        let context = try unsafe makeContext(digest, EVP_PKEY_encrypt_init)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var count = byteCount
        var encrypted = [UInt8](repeating: 0, count: count)
        let status = unsafe message.withUnsafeBufferPointer { message in
            unsafe EVP_PKEY_encrypt(context, &encrypted, &count, message.baseAddress, message.count)
        }
        guard status == 1, count == encrypted.count else { throw .failed("EVP_PKEY_encrypt") }
        return encrypted
    }

    /// Decrypts the result of ``encrypt(_:digest:)``.
    ///
    /// Throws `.decryptionFailed` without a detail, so that no one learns anything about the padding.
    func decrypt(_ encrypted: [UInt8], digest: OAEPDigest = .sha1) throws(CipherError) -> SecretBytes {
        guard encrypted.count == byteCount else { throw .decryptionFailed }
        let context = try unsafe makeContext(digest, EVP_PKEY_decrypt_init)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var count = byteCount
        let buffer = try SecretBytes(count: count) { (output) throws(CipherError) in
            let status = unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe EVP_PKEY_decrypt(context, output.baseAddress, &count, encrypted, encrypted.count)
            }
            guard status == 1, count <= encrypted.count else {
                ERR_clear_error()
                throw .decryptionFailed
            }
        }
        return buffer.withSpan { SecretBytes(copying: $0.extracting(..<count)) }
    }

    /// Signs `message` by RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2).
    func sign(_ message: [UInt8], digest: SignatureDigest = .sha512) throws(CipherError) -> [UInt8] {
        guard let context = unsafe EVP_MD_CTX_new() else { throw .failed("EVP_MD_CTX_new") }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestSignInit(context, nil, digest.algorithm, nil, pointer) == 1 else {
            throw .failed("EVP_DigestSignInit")
        }
        var count = byteCount
        var signature = [UInt8](repeating: 0, count: count)
        guard unsafe EVP_DigestSign(context, &signature, &count, message, message.count) == 1,
            count == signature.count
        else { throw .failed("EVP_DigestSign") }
        return signature
    }

    /// Indicates whether `signature` is an RSASSA-PKCS1-v1_5 signature of `message`, as ``sign(_:digest:)``
    /// makes it.
    func isValidSignature(_ signature: [UInt8], of message: [UInt8], digest: SignatureDigest) -> Bool {
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer {
            unsafe EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        guard unsafe EVP_DigestVerifyInit(context, nil, digest.algorithm, nil, pointer) == 1 else {
            return false
        }
        return unsafe EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// Returns a context for OAEP, which the caller frees.
    private func makeContext(
        _ digest: OAEPDigest,
        _ initialize: (OpaquePointer?) -> Int32
    ) throws(CipherError) -> OpaquePointer {
        guard let context = unsafe EVP_PKEY_CTX_new(pointer, nil) else { throw .failed("EVP_PKEY_CTX_new") }
        guard unsafe initialize(context) == 1,
            unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1,
            unsafe EVP_PKEY_CTX_set_rsa_oaep_md(context, digest.algorithm) == 1,
            unsafe EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest.algorithm) == 1
        else {
            unsafe EVP_PKEY_CTX_free(context)
            throw .failed("EVP_PKEY_CTX")
        }
        return unsafe context
    }
}

extension RSAKey {
    /// Generates a key pair with the public exponent 65537.
    static func generate(_ size: RSAKeySize) throws(CipherError) -> RSAKey {
        guard let context = unsafe EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, nil) else {
            throw .failed("EVP_PKEY_CTX_new_id")
        }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var pointer: OpaquePointer?
        guard unsafe EVP_PKEY_keygen_init(context) == 1,
            unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(size.rawValue)) == 1,
            unsafe EVP_PKEY_generate(context, &pointer) == 1,
            let pointer = unsafe pointer
        else { throw .failed("EVP_PKEY_generate") }
        do throws(CertificateError) {
            return try unsafe takingOwnership(pointer, minimumSize: size)
        } catch {
            throw .libraryFailure("EVP_PKEY_generate")
        }
    }
}
