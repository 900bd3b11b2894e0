import COpenSSL

/// The digest of RSAES-OAEP (RFC 8017 section 7.1), for the label and for MGF1.
package enum OAEPDigest: Sendable {
    /// SHA-1, as in XML Encryption 1.0 and the first version of FairPlay's license messages.
    case sha1
    /// SHA-256, as in the second version of FairPlay's license messages.
    case sha256

    /// The size of a digest, in bytes.
    var byteCount: Int {
        switch self {
        case .sha1: SHA1.byteCount
        case .sha256: SHA256.byteCount
        }
    }

    /// OpenSSL's description of the digest; static data that is never freed.
    var algorithm: OpaquePointer? {
        switch self {
        case .sha1: unsafe EVP_sha1()
        case .sha256: unsafe EVP_sha256()
        }
    }
}
