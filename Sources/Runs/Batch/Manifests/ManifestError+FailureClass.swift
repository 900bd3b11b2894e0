import KeyStore
package import Presentations

extension ManifestError: RunError {
    /// The class of the failure: a manifest that is not there is a missing input; one that is wrong is a malformed one.
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
