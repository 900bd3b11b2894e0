import KeyStore
package import Presentations

/// The exit statuses that README.md lists.
package enum ExitStatus {
    /// Something that was checked does not hold.
    package static let doesNotHold = FailureClass.doesNotHoldStatus

    /// The status of a class of failures.
    package static func code(of failureClass: FailureClass) -> Int32 { failureClass.exitStatus }
}
