import TextFormats

/// The reason why an encrypted file cannot be opened.
package enum EnvelopeError: Error, Hashable, Sendable {
    /// A file of another form than that of ``EnvelopeWriter``, at this offset in bytes.
    case malformed(offset: Int, expected: String)
    /// A file that ends too early, at this offset in bytes.
    case truncated(offset: Int)
    /// A file that is not for the owner of the private key; the number of its recipients.
    case notARecipient(recipients: Int)
    /// A file that was altered.
    case authenticationFailed
    /// A file that cannot be read, with the reason from its reader.
    case unreadable(reason: String)
    /// A failure of OpenSSL.
    case cipher(CipherError)
}

extension EnvelopeError: CustomStringConvertible {
    /// The message: what was found and what was expected.
    package var description: String {
        switch self {
        case .malformed(let offset, let expected):
            "unexpected contents at byte \(offset), expected \(expected)"
        case .truncated(let offset): "it ends at byte \(offset), expected more"
        case .notARecipient(let count):
            "it is encrypted to \(CountText.text(count, "other recipient")), not to the owner of this private key"
        case .authenticationFailed: "it was altered: its authentication tag does not match"
        case .unreadable(let reason): reason
        case .cipher(let error): "\(error)"
        }
    }
}
