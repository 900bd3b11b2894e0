import Bitstreams
import Failures
import MediaProbing
import Presentations
import ProtectionTerms
import SampleEncryption
import TextFormats

/// The reasons why media cannot be protected.
extension RunFailure {
    /// The samples cannot be encrypted; offsets in the error count from the first byte of the media resource.
    static func samples(_ location: MediaLocation, _ error: SampleEncryptionError) -> RunFailure {
        switch error {
        case .malformed(let error):
            RunFailure(
                .malformed,
                at: "\(location): byte \(location.offset.addingSaturated(error.offset))",
                "the segment is malformed",
                found: error.found,
                expected: error.expected,
                remedy: "Repair it, or use \(CommandOption.method) aes-128, which encrypts whole segments."
            )
        case .unsupported(let offset, let what, let remedy):
            RunFailure(
                .malformed,
                at: "\(location): byte \(location.offset.addingSaturated(offset))",
                "SAMPLE-AES cannot protect this",
                found: what,
                remedy: "\(remedy)."
            )
        case .alreadyEncrypted(let offset, let what):
            RunFailure(
                .malformed,
                at: "\(location): byte \(location.offset.addingSaturated(offset))",
                "the media are encrypted already",
                found: what,
                expected: "clear ones",
                remedy: "Give the clear presentation."
            )
        case .cipher(let error): .fault(error, doing: "encrypting samples")
        }
    }

    /// SAMPLE-AES does not support this kind of media.
    static func unsupportedMedia(_ location: MediaLocation, _ kind: StreamKind) -> RunFailure {
        switch kind {
        case .webVTTInUTF16:
            RunFailure(
                .malformed,
                at: location,
                "\(kind), which players do not read",
                expected: "UTF-8",
                remedy: "Convert it: iconv -f UTF-16 -t UTF-8 IN.vtt > OUT.vtt."
            )
        default:
            RunFailure(
                .malformed,
                at: location,
                "the first bytes are those of no known kind of media",
                expected: "fragmented MP4, a transport stream, packed audio or WebVTT",
                remedy:
                    "Restore the file, or use \(CommandOption.method) aes-128, which encrypts whole segments."
            )
        }
    }

    /// An initialization section has no program tables.
    static func sectionWithoutTables(_ location: MediaLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the EXT-X-MAP section has no program tables",
            expected: "a PAT and a PMT",
            remedy: "Correct the playlist, or use \(CommandOption.method) aes-128."
        )
    }

    /// Two playlists give one segment initialization sections that differ.
    static func differentSections(
        _ location: MediaLocation,
        _ first: MediaReference.Origin,
        _ second: MediaReference.Origin
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the segment has two EXT-X-MAP sections that describe its streams differently "
                + "(\(first) and \(second)), but it can be encrypted only as one of them describes",
            remedy: "Give it one EXT-X-MAP."
        )
    }

    /// An initialization section has the only program tables of a clear and of a protected segment.
    static func sharedSection(
        _ location: MediaLocation,
        clear: MediaReference.Origin,
        protected: MediaReference.Origin
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the EXT-X-MAP section has the only program tables of a clear segment (\(clear)) and of a "
                + "protected one (\(protected)), and they cannot describe both",
            remedy:
                "Leave out \(CommandOption.clearLead), or give the clear segments an EXT-X-MAP of their own."
        )
    }

    /// The clients of a key system support fragmented MP4 only.
    static func keySystemMedia(
        _ system: KeySystem,
        _ location: MediaLocation,
        got kind: String
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "a key of \(system) is for fragmented MP4 only",
            found: "got \(kind)",
            remedy: "Leave \(system) out of \(CommandOption.drm), or give the presentation as fragmented MP4."
        )
    }

    /// FairPlay is to be signalled for samples whose encrypted ranges fMP4 cannot all list.
    static func partialProtection(_ samples: SubsampleOverflow) -> RunFailure {
        RunFailure(
            .malformed,
            at: samples.playlist,
            "the last slices or tiles of \(CountText.text(samples.count, "picture")) would stay clear, because "
                + "fragmented MP4 cannot list so many of one picture (got too many at byte \(samples.offset) of "
                + "\(samples.file), expected at most 42), and FairPlay's clients decrypt all of them",
            remedy:
                "Encode with fewer slices or tiles, package H.264 with \(CommandOption.segmentFormat) ts, use \(CommandOption.method) "
                + "aes-128, or take the result as it is with \(CommandOption.allowPartialProtection)."
        )
    }

    /// An fMP4 segment has no `EXT-X-MAP`.
    static func segmentWithoutSection(_ location: MediaLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the segment is fragmented MP4 and has no EXT-X-MAP",
            expected: "one with its movie box",
            remedy:
                "Put the initialization section into a file or byte range of its own and name it, or use "
                + "\(CommandOption.method) aes-128."
        )
    }

    /// An fMP4 initialization section is larger than the limit, in bytes.
    static func sectionTooLarge(_ location: MediaLocation, limit: UInt64) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the EXT-X-MAP section is larger than one can be",
            expected: "at most \(limit) bytes",
            remedy: "Give it the byte range of its ftyp and moov boxes."
        )
    }

    /// SAMPLE-AES-CTR supports fMP4 only.
    static func counterModeMedia(_ location: MediaLocation, _ kind: StreamKind) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "SAMPLE-AES-CTR protects fragmented MP4 only",
            found: "got \(kind)",
            remedy: "Use \(CommandOption.method) sample-aes, or package the presentation as fragmented MP4."
        )
    }

    /// A clear segment has a section that names keys and, in another playlist, one that does not.
    static func clearSegmentWithTwoSections(
        _ location: MediaLocation,
        _ first: MediaReference.Origin,
        _ second: MediaReference.Origin
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the clear segment has an EXT-X-MAP that names keys and another that does not "
                + "(\(first) and \(second)), but it can have only one form",
            remedy: "Leave out \(CommandOption.clearLead), or give both playlists the same segments."
        )
    }

    /// Two segments would share IVs under one key.
    static func overlappingIVs(
        _ slot: KeySlot,
        _ first: MediaLocation,
        _ second: MediaLocation
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: second,
            "the IVs of its samples would be the same as those of \(first.file) under one key "
                + "(\(slot.description)), which would compromise both",
            remedy: "Use \(CommandOption.newKey)."
        )
    }

    /// An I-frame is a part of a segment that AES-256-GCM would encrypt; a part cannot be decrypted alone.
    static func iFrameOfGCMSegment(
        file: TreePath,
        range: Range<UInt64>,
        of length: UInt64,
        _ origin: MediaReference.Origin
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: origin,
            "the I-frame is a part of a segment of \(file) (bytes \(range.lowerBound) to "
                + "\(range.upperBound) of \(length)), and a part of an AES-256-GCM segment cannot be decrypted",
            remedy:
                "Leave the I-frame playlist out of the multivariant playlist, give each I-frame a file of "
                + "its own, or use \(CommandOption.method) aes-128 or sample-aes."
        )
    }

    /// A segment is longer than one message of AES-256-GCM may be; the limit is in bytes.
    static func segmentTooLong(_ location: MediaLocation, limit: UInt64) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the segment is longer than AES-256-GCM can encrypt as one",
            expected: "at most \(limit) bytes",
            remedy: "Cut shorter segments."
        )
    }
}
