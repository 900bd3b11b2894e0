package import Failures

extension RunFailure {
    /// Creates a failure of a key store, its keys or their documents, which its label says.
    package static func ofKeyStore(
        _ failureClass: FailureClass,
        at location: (any CustomStringConvertible)? = nil,
        _ problem: String,
        found: String? = nil,
        expected: String? = nil,
        remedy: String? = nil,
        kind: Kind? = nil,
        errorNumber: Int32? = nil,
        auditSubject: String? = nil
    ) -> RunFailure {
        RunFailure(
            failureClass,
            at: location,
            problem,
            found: found,
            expected: expected,
            remedy: remedy,
            label: "key store",
            kind: kind,
            errorNumber: errorNumber,
            auditSubject: auditSubject
        )
    }
}
