package import Ciphers
package import SharedLibraries
package import XMLDocuments

/// The reason why a CPIX document cannot be read or written.
package enum CPIXError: Error, Hashable, Sendable {
    /// The document is not XML that the reader accepts.
    case xml(XMLError)
    /// An element or attribute has invalid contents; `line` counts from 1.
    case malformed(line: Int, element: String, reason: String)
    /// An algorithm is unknown or too weak.
    case unsupported(line: Int, element: String, algorithm: String)
    /// The MAC of an encrypted key is wrong or missing.
    case authentication(kid: String)
    /// The keys are encrypted, but no document key is encrypted to the given private key.
    case noDelivery
    /// A signature is invalid.
    case signature(reason: String)
    /// A certificate in the document is refused.
    case certificate(CertificateError)
    /// The dialect cannot represent the document.
    case inexpressible(reason: String)
    /// OpenSSL failed.
    case cipher(CipherError)
}

extension CPIXError {
    /// The error if libxml2 is missing, so that nothing is wrong with the document, otherwise nil.
    package var missingLibrary: SharedLibraryError? {
        if case .xml(.missingLibrary(let error)) = self { error } else { nil }
    }
}

extension CPIXError: CustomStringConvertible {
    /// The error in one line for people; the caller adds the name of the file.
    package var description: String {
        switch self {
        case .xml(let error): error.description
        case .malformed(let line, let element, let reason): "line \(line): \(element): \(reason)"
        case .unsupported(let line, let element, let algorithm):
            "line \(line): \(element): the algorithm \(Self.shown(algorithm)) is not supported. "
                + "Ask for the algorithms of CPIX"
        case .authentication(let kid):
            "the encrypted key \(kid) has no valid message authentication code. Ask for the document again"
        case .noDelivery:
            "the keys are encrypted to other recipients, not to the owner of this private key. Give the private key of one of its recipients"
        case .signature(let reason): "the signature is not valid: \(reason)"
        case .certificate(let error): "a certificate in it cannot be used: \(error)"
        case .inexpressible(let reason): reason
        case .cipher(let error): error.description
        }
    }

    /// Returns text from a document on one line, escaped and shortened.
    private static func shown(_ text: String) -> String {
        text.unicodeScalars.prefix(120).map { $0.escaped(asASCII: false) }.joined()
    }
}
