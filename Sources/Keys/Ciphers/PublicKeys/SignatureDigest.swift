import COpenSSL

/// The digest of a signature.
package enum SignatureDigest: Sendable {
    case sha256
    case sha512

    /// OpenSSL's description of the digest; static data that is never freed.
    var algorithm: OpaquePointer? {
        switch self {
        case .sha256: unsafe EVP_sha256()
        case .sha512: unsafe EVP_sha512()
        }
    }
}
