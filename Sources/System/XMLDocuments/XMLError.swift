package import SharedLibraries

/// The reason why XML cannot be read or written.
package enum XMLError: Error, Hashable, Sendable {
    /// The text is not well-formed; `line` counts from 1.
    case malformed(line: Int, reason: String)
    /// The text has a document type declaration: entities are neither loaded nor expanded.
    case hasDocumentType
    /// The text is not UTF-8, or declares another encoding.
    case encoding(String)
    /// The text exceeds a limit for its length, its depth or the number of its elements.
    case tooLarge(what: String, limit: Int)
    /// The text or attribute `what`, which is to be written, has a character that XML does not allow.
    case unwritable(what: String)
    /// There is no canonical form to sign: a namespace URI is relative, or memory is short.
    case noCanonicalForm
    /// A function of libxml2 failed, for lack of memory or because of a bug.
    case failed(String)
    /// libxml2 cannot be loaded.
    case missingLibrary(SharedLibraryError)
}

extension XMLError: CustomStringConvertible {
    /// One line for messages.
    package var description: String {
        switch self {
        case .malformed(let line, let reason): "line \(line): not well-formed XML (\(reason))"
        case .hasDocumentType:
            "a document type declaration (<!DOCTYPE ...>), which can define entities. Remove it"
        case .encoding(let name): "the text is in \(name) (expected UTF-8). Convert it"
        case .tooLarge(let what, let limit): "too many \(what) (expected at most \(limit))"
        case .unwritable(let what): "\(what) contains a character that XML does not allow. Remove it"
        case .noCanonicalForm:
            "it has no canonical form, which signatures require: the URI of a namespace is relative. Use absolute ones"
        case .missingLibrary(let error): error.description
        case .failed(let function): "\(function) of libxml2 failed. Check the memory and the installation"
        }
    }
}
