import Glibc
package import KeyStore
import Mezzanines

extension PresentationError {
    /// What a caller can do about it.
    package var failureClass: FailureClass {
        switch self {
        case .input(let error): error.inputFailureClass
        case .source(let error): error.failureClass
        case .mezzanine(let error): error.failureClass
        case .media(_, _, let error): error.inputFailureClass
        case .run(let refusal): refusal.error.failureClass
        case .playlist, .uri, .mediaChanged, .inputChanged, .byteRangeBeyondFile, .emptyByteRange,
            .overlappingRanges, .segmentIsInitializationSection, .iFrameOutsideSegments, .differentResult,
            .namedTwice, .linkLeavesRoot:
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
    /// Whether the same run may end better in some seconds.
    ///
    /// Keys that a key server does not have yet take a person, or another job.
    package var isTransient: Bool {
        switch self {
        case .interrupted, .keyStore(.notProvisioned): false
        default: failureClass == .unavailable
        }
    }

    /// What the system gave no more of, if that is why.
    package var shortage: ResourceShortage? {
        switch self {
        case .input(let error), .media(_, _, let error), .stage(let error), .outputSystem(let error):
            error.shortage
        case .mezzanine(.bytes(_, let failure)): PresentationError(failure).shortage
        case .keyStore(.shortage(let shortage, _)): shortage
        default: nil
        }
    }

    /// Whether the key store cannot be reached, by no title.
    package var isOfStoreOutOfReach: Bool {
        if case .keyStore(.unavailable) = self { true } else { false }
    }
}

extension MezzanineError {
    /// The class of an input that cannot be packaged.
    fileprivate var failureClass: FailureClass {
        switch self {
        case .bytes(_, let failure): PresentationError(failure).failureClass
        case .malformed, .encrypted, .unsupported: .malformed
        }
    }
}

extension SystemCallError {
    /// What the system gave no more of, if that is why.
    package var shortage: ResourceShortage? { ResourceShortage(code: code) }

    /// Ends a run that goes on over files that cannot be read, where the reason is not in the file.
    package func throwIfShortage() throws(PresentationError) {
        if shortage != nil { throw .input(self) }
    }

    /// Whether there is no room for what was to be written, or a file may not become so large.
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

    /// The class of an input that cannot be read.
    var inputFailureClass: FailureClass {
        switch code {
        case EACCES, EPERM: .permission
        case EFBIG: .malformed
        default: shortage == nil ? .missing : .unavailable
        }
    }

    /// The class of a directory that cannot be made or moved.
    var outputFailureClass: FailureClass {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .writeFailed
        // Other runs were faster every time.
        case EAGAIN: .unavailable
        default: shortage == nil ? .cannotCreate : .unavailable
        }
    }
}
