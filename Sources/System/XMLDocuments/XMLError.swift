package import SharedLibraries

/// Why a text is no XML that is taken in, or what XML cannot say.
package enum XMLError: Error, Hashable, Sendable {
    /// Not well-formed; `line` counts from 1.
    case malformed(line: Int, reason: String)
    /// It has a document type declaration: entities are neither loaded nor expanded.
    case hasDocumentType
    /// Not UTF-8, or it says that it is not.
    case encoding(String)
    /// Larger, deeper or with more elements than is read.
    case tooLarge(what: String, limit: Int)
    /// A character that no XML document may hold, in the text or attribute `what` that is to be written.
    case unwritable(what: String)
    /// Nothing that a signature could be over: a namespace has a relative URI, or memory is short.
    case noCanonicalForm
    /// libxml2 had no memory, or a bug.
    case failed(String)
    /// There is no libxml2.
    case missingLibrary(SharedLibraryError)
}

extension XMLError: CustomStringConvertible {
    /// One line for people.
    package var description: String {
        switch self {
        case .malformed(let line, let reason): "line \(line): no well-formed XML (\(reason))"
        case .hasDocumentType:
            "a document type declaration (<!DOCTYPE ...>), which can define entities. Remove it"
        case .encoding(let name): "the text is in \(name) (expected UTF-8). Convert it"
        case .tooLarge(let what, let limit): "too many \(what) (expected at most \(limit))"
        case .unwritable(let what): "\(what) holds a character that XML cannot hold. Remove it"
        case .noCanonicalForm:
            "it has no canonical form, which signatures are over: the URI of a namespace is relative. Use absolute ones"
        case .missingLibrary(let error): error.description
        case .failed(let function): "\(function) of libxml2 failed. Check the memory and the installation"
        }
    }
}
