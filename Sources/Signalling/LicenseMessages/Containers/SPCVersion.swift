package import Ciphers

/// The versions of SPC containers that fairlead reads and writes.
package enum SPCVersion: UInt32, CaseIterable, Sendable {
    /// Version 1, for certificates with keys of 1024 bits; OAEP uses SHA-1.
    case one = 1
    /// Version 2, for certificates with keys of 2048 bits; OAEP uses SHA-256.
    ///
    /// No message of another implementation was available to test it against.
    case two = 2

    /// Indicates whether the version was only ever tested with our own messages.
    package var isUnproven: Bool { self == .two }

    /// The size of the certificate's RSA key; the wrapped key is as long as the modulus.
    package var keySize: RSAKeySize {
        switch self {
        case .one: .bits1024
        case .two: .bits2048
        }
    }

    /// The size of the wrapped key, in bytes.
    var wrappedKeyByteCount: Int { keySize.rawValue / 8 }

    /// The digest that OAEP uses.
    var digest: OAEPDigest {
        switch self {
        case .one: .sha1
        case .two: .sha256
        }
    }
}
