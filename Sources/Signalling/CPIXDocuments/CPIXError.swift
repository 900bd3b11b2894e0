package import Ciphers
package import SharedLibraries
package import XMLDocuments

/// Why a CPIX document cannot be read or written.
package enum CPIXError: Error, Hashable, Sendable {
    /// No XML that is taken in.
    case xml(XMLError)
    /// An element or attribute that says what it must not; `line` counts from 1.
    case malformed(line: Int, element: String, reason: String)
    /// An algorithm that nothing here knows, or that is too weak.
    case unsupported(line: Int, element: String, algorithm: String)
    /// A message authentication code that does not hold, or is missing beside an encrypted key.
    case authentication(kid: String)
    /// Keys are encrypted, and none of the document keys is for the private key that was given.
    case noDelivery
    /// A signature that does not hold.
    case signature(reason: String)
    /// A certificate or private key that is refused.
    case certificate(CertificateError)
    /// What a dialect cannot say.
    case inexpressible(reason: String)
    /// OpenSSL failed.
    case cipher(CipherError)
}

extension CPIXError {
    /// What to do where there is no libxml2: nothing is wrong with the document then.
    package var missingLibrary: SharedLibraryError? {
        if case .xml(.missingLibrary(let error)) = self { error } else { nil }
    }
}

extension CPIXError: CustomStringConvertible {
    /// One line for people; whoever shows it puts the file's name in front.
    package var description: String {
        switch self {
        case .xml(let error): error.description
        case .malformed(let line, let element, let reason): "line \(line): \(element): \(reason)"
        case .unsupported(let line, let element, let algorithm):
            "line \(line): \(element): the algorithm \(Self.shown(algorithm)) is not supported. "
                + "Ask for the algorithms of CPIX"
        case .authentication(let kid):
            "the encrypted key \(kid) has no message authentication code that holds. Ask for the document again"
        case .noDelivery:
            "the keys are encrypted to others than the owner of this private key. Give the right one"
        case .signature(let reason): "the signature does not hold: \(reason)"
        case .certificate(let error): error.description
        case .inexpressible(let reason): reason
        case .cipher(let error): error.description
        }
    }

    /// What a document says, on one line and cut short.
    private static func shown(_ text: String) -> String {
        text.unicodeScalars.prefix(120).map { $0.escaped(asASCII: false) }.joined()
    }
}
