/// Why an encrypted file cannot be opened.
package enum EnvelopeError: Error, Hashable, Sendable {
    /// Not what ``EnvelopeWriter`` writes, at a byte from 0.
    case malformed(offset: Int, expected: String)
    /// It ends too early.
    case truncated(offset: Int)
    /// It is for others than the owner of the private key; how many.
    case notARecipient(recipients: Int)
    /// It was altered.
    case authenticationFailed
    /// It cannot be read, says the one who reads it.
    case unreadable(reason: String)
    /// OpenSSL failed.
    case cipher(CipherError)
}

extension EnvelopeError: CustomStringConvertible {
    /// What was found and expected.
    package var description: String {
        switch self {
        case .malformed(let offset, let expected): "at byte \(offset): something else, expected \(expected)"
        case .truncated(let offset): "it ends at byte \(offset), expected more"
        case .notARecipient(let count): "it is encrypted to \(count) others, not to this private key"
        case .authenticationFailed: "it was altered: its authentication tag does not match"
        case .unreadable(let reason): reason
        case .cipher(let error): "\(error)"
        }
    }
}
