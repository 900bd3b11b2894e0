import COpenSSL

/// The digest that a signature rests on.
package enum SignatureDigest: Sendable {
    case sha256
    case sha512

    /// OpenSSL's description; static data that is never freed.
    var algorithm: OpaquePointer? {
        switch self {
        case .sha256: unsafe EVP_sha256()
        case .sha512: unsafe EVP_sha512()
        }
    }
}
