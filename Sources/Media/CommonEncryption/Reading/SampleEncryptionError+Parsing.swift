import Bitstreams
import SampleEncryption

/// Does what may find media to be malformed.
func parsing<Result>(
    _ body: () throws(ParseError) -> Result
) throws(SampleEncryptionError) -> Result {
    do {
        return try body()
    } catch {
        throw .malformed(error)
    }
}

extension ParseError {
    /// The same error, saying in which sample.
    func inside(_ sample: String) -> ParseError {
        switch self {
        case .truncated(let offset, let needed, let available):
            .invalid(
                offset: offset,
                field: "end of \(sample)",
                found: "after \(available) bytes",
                expected: "\(needed) bytes"
            )
        case .invalid(let offset, let field, let found, let expected):
            .invalid(offset: offset, field: "\(field) in \(sample)", found: found, expected: expected)
        case .missing(let offset, let what):
            .missing(offset: offset, "\(what) in \(sample)")
        }
    }
}

extension SampleEncryptionError {
    /// The same error, saying in which sample.
    func inside(_ sample: String) -> SampleEncryptionError {
        switch self {
        case .malformed(let error): .malformed(error.inside(sample))
        case .unsupported(let offset, let what, let remedy):
            .unsupported(offset: offset, what: "\(what) in \(sample)", remedy: remedy)
        case .alreadyEncrypted, .cipher: self
        }
    }
}

extension SampleEncryptionError {
    /// The field of samples that name another key than the one that was given.
    static let keyIDField = "KID"

    /// Whether samples name another key than the one that was given.
    package var isOfKeyID: Bool {
        guard case .malformed(.invalid(_, let field, _, _)) = self else { return false }
        return field == Self.keyIDField || field.utf8.starts(with: "\(Self.keyIDField) in ".utf8)
    }
}
