import Failures
import KeyStore

/// A part of a file of keys that an error is about: a row, an object or a field.
protocol LocatedInput {
    /// The location for messages: the file with the line or the element.
    var location: String { get }
}

extension LocatedInput {
    /// Returns an error about this part.
    func error(
        _ reason: String,
        found: String? = nil,
        expected: String? = nil,
        remedy: String? = nil
    ) -> RunFailure {
        .malformedDocument(
            location: location,
            reason: reason,
            found: found,
            expected: expected,
            remedy: remedy
        )
    }
}
