import COpenSSL

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
            return try unsafe takingOwnership(pointer, least: size)
        } catch {
            throw .libraryFailure("EVP_PKEY_generate")
        }
    }
}
