package import KeyStore
package import MediaProbing
package import Presentations
package import ProtectionTerms
package import SampleEncryption

/// The reason why a presentation cannot be protected.
package enum ProtectionError: Error, Hashable, Sendable {
    /// The presentation is encrypted already.
    case alreadyEncrypted(TreePath, line: Int, method: String)
    /// The playlist is of type VOD and has no `EXT-X-ENDLIST`.
    case truncated(TreePath)
    /// The playlist has partial segments (low latency), which no method supports.
    case partialSegments(TreePath, line: Int, tag: String)
    /// The samples cannot be encrypted; offsets in the error count from the first byte of the media resource.
    case samples(MediaLocation, SampleEncryptionError)
    /// SAMPLE-AES does not support this kind of media.
    case unsupportedMedia(MediaLocation, StreamKind)
    /// An initialization section has no program tables.
    case sectionWithoutTables(MediaLocation)
    /// Two playlists give one segment initialization sections that differ.
    case differentSections(MediaLocation, MediaReference.Origin, MediaReference.Origin)
    /// An initialization section has the only program tables of a clear and of a protected segment.
    case sharedSection(MediaLocation, clear: MediaReference.Origin, protected: MediaReference.Origin)
    /// The clients of a key system support fragmented MP4 only.
    case keySystemMedia(KeySystem, MediaLocation, got: String)
    /// FairPlay is to be signalled for samples whose encrypted ranges fMP4 cannot all list.
    case partialProtection(SubsampleOverflow)
    /// An fMP4 segment has no `EXT-X-MAP`.
    case segmentWithoutSection(MediaLocation)
    /// An fMP4 initialization section is larger than the limit, in bytes.
    case sectionTooLarge(MediaLocation, limit: UInt64)
    /// SAMPLE-AES-CTR supports fMP4 only.
    case counterModeMedia(MediaLocation, StreamKind)
    /// A clear segment has a section that names keys and, in another playlist, one that does not.
    case clearSegmentWithTwoSections(MediaLocation, MediaReference.Origin, MediaReference.Origin)
    /// Two segments would share IVs under one key.
    case overlappingIVs(KeySlot, MediaLocation, MediaLocation)
    /// An I-frame is a part of a segment that AES-256-GCM would encrypt; a part cannot be decrypted alone.
    case iFrameOfGCMSegment(file: TreePath, range: Range<UInt64>, of: UInt64, MediaReference.Origin)
    /// A segment is longer than one message of AES-256-GCM may be; the limit is in bytes.
    case segmentTooLong(MediaLocation, limit: UInt64)
    /// Two playlists require different protection of the same bytes.
    case contradictoryProtection(file: TreePath, MediaReference.Origin, MediaReference.Origin)
    /// The class of a rendition (audio, sd, hd or uhd) cannot be determined.
    case unknownClass(rendition: String, playlist: TreePath)
    /// No segment would be encrypted.
    case nothingEncrypted(TreePath)
    /// One key was given, and several are needed.
    case oneKeyForManySlots([KeySlot])
    /// Two keys have the same key URI.
    case sharedKeyURI(uri: String, KeySlot, KeySlot)
    /// The usage rules that came with the keys do not select one key for a rendition.
    ///
    /// `rendition` is nil if the rules can be used for no rendition.
    case keySelection(rendition: String?, reason: String)
    /// A key line that came with a key cannot be written; `label` names its supplier.
    case suppliedLine(label: String, KeyIdentity, KeySystem, reason: String)
    /// A result exists already, and the key store has no keys for it.
    case resultOfOtherKeys(output: String)
}

extension PresentationError {
    /// Wraps the refusal of a presentation that cannot be protected.
    static func protection(_ error: ProtectionError) -> PresentationError { .run(RunRefusal(error)) }
}

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
