extension KeyStoreError.FailureClass {
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
