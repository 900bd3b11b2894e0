package import KeyStore
package import MediaProbing
package import Presentations
package import ProtectionTerms
package import SampleEncryption

/// Why a presentation cannot be protected.
package enum ProtectionError: Error, Hashable, Sendable {
    /// The presentation is encrypted already.
    case alreadyEncrypted(TreePath, line: Int, method: String)
    /// The playlist is of type VOD and has no end.
    case truncated(TreePath)
    /// The playlist has parts of segments, for which no method is offered.
    case partialSegments(TreePath, line: Int, tag: String)
    /// The samples of media cannot be encrypted; offsets of the error count from the unit's first byte.
    case samples(MediaPlace, SampleEncryptionError)
    /// SAMPLE-AES is not for media of this kind.
    case unsupportedMedia(MediaPlace, StreamKind)
    /// The section of an `EXT-X-MAP` holds no program tables.
    case sectionWithoutTables(MediaPlace)
    /// A segment stands under two `EXT-X-MAP` sections whose tables differ.
    case differentSections(MediaPlace, MediaReference.Origin, MediaReference.Origin)
    /// A section has the only program tables of a clear and of a protected segment.
    case sharedSection(MediaPlace, clear: MediaReference.Origin, protected: MediaReference.Origin)
    /// The clients of a key system read fragmented MP4 only.
    case keySystemMedia(KeySystem, MediaPlace, got: String)
    /// Samples that fMP4 cannot list all encrypted parts of are for FairPlay.
    case partialProtection(CrowdedSamples)
    /// A segment of fMP4 has no `EXT-X-MAP`.
    case segmentWithoutSection(MediaPlace)
    /// The initialization section of fMP4 is larger than one can be.
    case sectionTooLarge(MediaPlace, limit: UInt64)
    /// SAMPLE-AES-CTR is for fMP4 only.
    case counterModeMedia(MediaPlace, StreamKind)
    /// A clear segment stands under a section that names keys and under one that does not.
    case clearUnderTwoSections(MediaPlace, MediaReference.Origin, MediaReference.Origin)
    /// Two segments would share initialization vectors of one key.
    case overlappingVectors(KeySlot, MediaPlace, MediaPlace)
    /// An I-frame is a part of a segment that AES-256-GCM would encrypt; nobody could open it.
    case iFrameOfSealedSegment(file: TreePath, range: Range<UInt64>, of: UInt64, MediaReference.Origin)
    /// A segment is longer than one message of AES-256-GCM may be.
    case segmentTooLong(MediaPlace, limit: UInt64)
    /// Two playlists ask for different protection of the same bytes.
    case contradictoryProtection(file: TreePath, MediaReference.Origin, MediaReference.Origin)
    /// Nothing says to which class a rendition belongs.
    case unknownClass(rendition: String, playlist: TreePath)
    /// No segment would be encrypted.
    case nothingEncrypted(TreePath)
    /// One key was given and several are needed.
    case oneKeyForManySlots([KeySlot])
    /// Two keys got one URI.
    case sharedKeyURI(uri: String, KeySlot, KeySlot)
    /// The rules that came with keys give a rendition no key, or several; nil for what is wrong for all.
    case keySelection(rendition: String?, reason: String)
    /// A key line that came with a key cannot be written; `label` says who gave it.
    case suppliedLine(label: String, KeyIdentity, KeySystem, reason: String)
    /// A result is there already, and the store has no keys for it.
    case resultOfOtherKeys(output: String)
}

extension PresentationError {
    /// The refusal of a presentation that cannot be protected.
    package static func protection(_ error: ProtectionError) -> PresentationError { .run(RunRefusal(error)) }
}
