import Glibc
package import KeyStore

extension PackagingError {
    /// What a caller can do about it.
    package var failureClass: FailureClass {
        switch self {
        case .system(let error): error.failureClass
        case .media(_, _, let error): error.code == EACCES ? .permission : .missing
        case .playlist, .uri, .mediaChanged, .byteRangeBeyondFile, .overlappingRanges,
            .segmentIsInitializationSection, .iFrameOutsideSegments, .alreadyEncrypted, .truncated,
            .partialSegments,
            .contradictoryProtection, .unknownClass, .nothingEncrypted, .differentResult:
            .malformed
        case .playlistOutsideRoot, .oneKeyForManySlots, .sharedKeyURI, .keyURITaken, .template,
            .outputInsideInput, .inputInsideOutput:
            .usage
        case .keyStore(let error): FailureClass(error.failureClass)
        case .output: .cannotCreate
        case .outputSystem(let error): error.isDiskFull ? .writeFailed : .cannotCreate
        case .interrupted: .unavailable
        case .fault: .fault
        }
    }
}

extension SystemCallError {
    /// Whether there is no room for what was to be written.
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }

    /// The class by what the system said; a failed write is one whatever the reason.
    var failureClass: FailureClass {
        switch code {
        case ENOENT, ENOTDIR, EISDIR, EINVAL, ELOOP, ENAMETOOLONG: .missing
        case EACCES, EPERM: .permission
        case EFBIG where call == "read": .malformed
        default: call == "pread" ? .missing : .writeFailed
        }
    }
}

extension FailureClass {
    /// The class of a failure of the key store.
    package init(_ storeClass: KeyStoreError.FailureClass) {
        self =
            switch storeClass {
            case .usage: .usage
            case .malformed: .malformed
            case .missing: .missing
            case .fault: .fault
            case .cannotCreate: .cannotCreate
            case .writeFailed: .writeFailed
            case .unavailable: .unavailable
            case .permission: .permission
            }
    }
}
