import Glibc
package import KeyStore
import Mezzanines

extension PresentationError {
    /// The class of the failure, which determines the exit status.
    package var failureClass: FailureClass {
        switch self {
        case .input(let error): error.inputFailureClass
        case .source(let error): error.failureClass
        case .mezzanine(let error): error.failureClass
        case .media(_, _, let error): error.inputFailureClass
        case .run(let refusal): refusal.error.failureClass
        case .playlist, .uri, .mediaChanged, .inputChanged, .byteRangeBeyondFile, .emptyByteRange,
            .overlappingRanges, .segmentIsInitializationSection, .iFrameOutsideSegments, .differentResult,
            .namedTwice, .sameRenditionName, .linkLeavesRoot:
            .malformed
        case .playlistOutsideRoot, .keyURITaken, .noAssetID, .template, .templateVariable, .outputIsInput,
            .inputInsideOutput:
            .usage
        case .keyStore(let error): error.failureClass
        case .output: .cannotCreate
        case .outputSystem(let error): error.outputFailureClass
        case .stage(let error): error.shortage == nil ? .writeFailed : .unavailable
        case .interrupted: .unavailable
        case .fault: .fault
        }
    }
}

extension PresentationError {
    /// Indicates whether the same run may succeed some seconds later.
    ///
    /// Keys that are not provisioned yet do not count: they need a person or another job.
    package var isTransient: Bool {
        switch self {
        case .interrupted, .keyStore(.notProvisioned): false
        default: failureClass == .unavailable
        }
    }

    /// The exhausted resource of the system, or nil if the error has another cause.
    package var shortage: ResourceShortage? {
        switch self {
        case .input(let error), .media(_, _, let error), .stage(let error), .outputSystem(let error):
            error.shortage
        case .mezzanine(.bytes(_, let failure)): PresentationError(failure).shortage
        case .keyStore(.shortage(let shortage, _)): shortage
        default: nil
        }
    }

    /// Indicates whether the key store is unreachable, so that every other title would fail too.
    package var isKeyStoreUnreachable: Bool {
        if case .keyStore(.unavailable) = self { true } else { false }
    }
}

extension MezzanineError {
    fileprivate var failureClass: FailureClass {
        switch self {
        case .bytes(_, let failure): PresentationError(failure).failureClass
        case .malformed, .encrypted, .unsupported: .malformed
        }
    }
}

extension SystemCallError {
    /// The exhausted resource of the system, or nil if the error has another cause.
    var shortage: ResourceShortage? { ResourceShortage(code: code) }

    /// Throws if the cause is an exhausted resource and not the file.
    ///
    /// Used by runs that otherwise continue after a file that cannot be read.
    package func throwIfShortage() throws(PresentationError) {
        if shortage != nil { throw .input(self) }
    }

    /// Indicates whether there is no room for the data, or the file would exceed a size limit.
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

    /// The class of an input that cannot be read.
    var inputFailureClass: FailureClass {
        switch code {
        case EACCES, EPERM: .permission
        case EFBIG: .malformed
        default: shortage == nil ? .missing : .unavailable
        }
    }

    /// The class of a directory that cannot be created or renamed.
    var outputFailureClass: FailureClass {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .writeFailed
        // Other runs published first at every attempt.
        case EAGAIN: .unavailable
        default: shortage == nil ? .cannotCreate : .unavailable
        }
    }
}
