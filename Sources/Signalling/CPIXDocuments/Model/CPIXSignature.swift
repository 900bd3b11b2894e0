package import Ciphers

/// A valid signature of a document.
package struct CPIXSignature: Sendable {
    /// The part of a document that a signature covers.
    package enum Coverage: Hashable, Sendable {
        /// The whole document except the signature itself.
        case document
        /// The elements with these ids and their contents.
        case elements([String])
    }

    /// The certificate of the signer; the caller decides whether to trust it.
    package var certificate: Certificate
    package var coverage: Coverage
}
