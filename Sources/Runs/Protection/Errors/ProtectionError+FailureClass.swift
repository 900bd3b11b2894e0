import KeyStore
import Presentations
import SampleEncryption

extension ProtectionError {
    /// The class that determines the exit status.
    var failureClass: FailureClass {
        switch self {
        case .oneKeyForManySlots, .sharedKeyURI: .usage
        case .samples(_, let error): error.failureClass
        case .alreadyEncrypted, .truncated, .partialSegments, .unsupportedMedia, .sectionWithoutTables,
            .differentSections, .sharedSection, .keySystemMedia, .partialProtection, .segmentWithoutSection,
            .sectionTooLarge, .counterModeMedia, .clearSegmentWithTwoSections, .overlappingIVs,
            .iFrameOfGCMSegment, .segmentTooLong, .contradictoryProtection, .unknownClass,
            .nothingEncrypted, .keySelection, .suppliedLine, .resultOfOtherKeys:
            .malformed
        }
    }
}

extension SampleEncryptionError {
    /// The failure class of media that cannot be encrypted.
    fileprivate var failureClass: FailureClass {
        switch self {
        case .malformed, .unsupported, .alreadyEncrypted: .malformed
        case .cipher: .fault
        }
    }
}
