package import Ciphers

/// Versions of SPC containers that are read and written here.
package enum SPCVersion: UInt32, CaseIterable, Sendable {
    /// Certificates of 1024 bits, OAEP with SHA-1.
    case one = 1
    /// Certificates of 2048 bits, OAEP with SHA-256. Unproven: no message of another implementation was at hand.
    case two = 2

    /// Whether nothing but our own messages ever showed that it is read and written as others do.
    package var isUnproven: Bool { self == .two }

    /// Size of the certificate's key, whose modulus is as long as the wrapped key.
    package var keySize: RSAKeySize {
        switch self {
        case .one: .bits1024
        case .two: .bits2048
        }
    }

    /// Size of the wrapped key in bytes.
    var wrappedKeyByteCount: Int { keySize.rawValue / 8 }

    /// The digest of OAEP.
    package var digest: OAEPDigest {
        switch self {
        case .one: .sha1
        case .two: .sha256
        }
    }
}
