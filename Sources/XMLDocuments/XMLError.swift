/// Why a text is no XML that is taken in.
package enum XMLError: Error, Hashable, Sendable {
    /// Not well-formed; `line` counts from 1.
    case malformed(line: Int, reason: String)
    /// It has a document type declaration: entities are neither loaded nor expanded.
    case hasDocumentType
    /// Larger, deeper or with more elements than is read.
    case tooLarge(what: String, limit: Int)
    /// libxml2 had no memory, or a bug.
    case failed(String)
}
