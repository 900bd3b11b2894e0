/// The class of a failure, which determines the exit status and whether another attempt makes sense.
package enum FailureClass: Hashable, Sendable {
    /// The command line is wrong.
    case usage
    /// The input is malformed or contradicts the store.
    case malformed
    /// Something does not exist, or cannot be read in the expected form.
    case missing
    /// A bug.
    case fault
    /// An output cannot be created.
    case cannotCreate
    /// A write failed.
    case writeFailed
    /// A temporary failure, worth another attempt.
    case unavailable
    /// Permissions are missing, or too open.
    case permission

    /// The exit status of a process that checked something and found it wrong, without an error of its own.
    package static let verificationFailedStatus: Int32 = 69

    /// The exit status of a process that ends with an error of this class (sysexits.h).
    package var exitStatus: Int32 {
        switch self {
        case .usage: 64
        case .malformed: 65
        case .missing: 66
        case .fault: 70
        case .cannotCreate: 73
        case .writeFailed: 74
        case .unavailable: 75
        case .permission: 77
        }
    }
}
