package import Failures

/// The exit statuses that README.md lists.
package enum ExitStatus {
    /// The status for a check that does not hold.
    package static let doesNotHold = FailureClass.verificationFailedStatus

    /// Returns the status for a class of failures.
    package static func code(of failureClass: FailureClass) -> Int32 { failureClass.exitStatus }
}
