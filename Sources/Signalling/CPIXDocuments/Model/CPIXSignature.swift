package import Ciphers

/// A signature of a document that holds.
package struct CPIXSignature: Sendable {
    /// What a signature covers.
    package enum Coverage: Hashable, Sendable {
        /// All but the signature itself.
        case document
        /// The elements of these ids, and no more.
        case elements([String])
    }

    /// Who signed; whether to trust that certificate is for the caller to say.
    package var certificate: Certificate
    package var coverage: Coverage
}
