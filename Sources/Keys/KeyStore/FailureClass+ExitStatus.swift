extension KeyStoreError.FailureClass {
    /// The exit status of a process that looked at something which does not hold: no failure of its own.
    package static let doesNotHoldStatus: Int32 = 69

    /// The exit status of a process that ends with it (sysexits.h).
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
