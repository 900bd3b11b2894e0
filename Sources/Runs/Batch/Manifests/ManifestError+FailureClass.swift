import KeyStore
package import Presentations

extension ManifestError: RunError {
    /// The failure class: a manifest that does not exist is a missing input, and a faulty one is malformed.
    package var failureClass: FailureClass {
        switch problem {
        case .notFound, .isDirectory: .missing
        case .unreadable(_, let lacksPermission): lacksPermission ? .permission : .missing
        case .shortage: .unavailable
        case .unknownFormat: .usage
        default: .malformed
        }
    }
}
