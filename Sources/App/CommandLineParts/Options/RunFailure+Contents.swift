package import Failures

extension RunFailure {
    /// A file, or standard input, has other contents than its option needs.
    package static func invalidContents(
        _ contentName: String,
        at location: String,
        found: String? = nil,
        expected: String? = nil,
        remedy: String
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "this is not a valid \(contentName)",
            found: found,
            expected: expected,
            remedy: remedy
        )
    }
}
