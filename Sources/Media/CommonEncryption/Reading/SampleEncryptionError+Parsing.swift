import Bitstreams
import SampleEncryption
import TextFormats

/// Rethrows a `ParseError` of `body` as `SampleEncryptionError.malformed`.
func wrappingParseErrors<Result>(
    _ body: () throws(ParseError) -> Result
) throws(SampleEncryptionError) -> Result {
    do {
        return try body()
    } catch {
        throw .malformed(error)
    }
}

extension ParseError {
    /// Returns the error with the name of the sample added.
    func inside(_ name: String) -> ParseError {
        switch self {
        case .truncated(let offset, let needed, let available):
            .invalid(
                offset: offset,
                field: "\(name): end",
                found: "after \(CountText.text(available, "byte"))",
                expected: CountText.text(needed, "byte")
            )
        case .invalid(let offset, let field, let found, let expected):
            .invalid(offset: offset, field: "\(name): \(field)", found: found, expected: expected)
        case .missing(let offset, let what):
            .missing(offset: offset, "\(what) in \(name)")
        }
    }
}

extension SampleEncryptionError {
    /// Returns the error with the name of the sample added.
    func adding(sampleName name: String) -> SampleEncryptionError {
        switch self {
        case .malformed(let error): .malformed(error.inside(name))
        case .unsupported(let offset, let what, let remedy):
            .unsupported(offset: offset, what: "\(name): \(what)", remedy: remedy)
        case .alreadyEncrypted, .cipher: self
        }
    }
}

extension SampleEncryptionError {
    /// The field name in errors about samples that name another key than the given one.
    static let keyIDField = "KID"

    /// Indicates whether the error is that samples name another key than the given one.
    package var isKeyIDMismatch: Bool {
        guard case .malformed(.invalid(_, let field, _, _)) = self else { return false }
        return field == Self.keyIDField || field.hasSuffix(": \(Self.keyIDField)")
    }
}
