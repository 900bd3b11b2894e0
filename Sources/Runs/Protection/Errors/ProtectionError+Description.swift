import Bitstreams
import MediaProbing
import Presentations
import SampleEncryption
import TextFormats

extension ProtectionError: RunError {
    /// The message, which is one line of the form `WHERE: WHAT (GOT, EXPECTED). FIX`.
    package var description: String {
        switch self {
        case .alreadyEncrypted(let path, let line, let method):
            "\(path):\(line): the presentation is encrypted already (METHOD=\(method), expected a clear one). "
                + "Give the clear presentation."
        case .truncated(let path):
            "\(path): the playlist is of type VOD and does not end (got no EXT-X-ENDLIST, expected one). "
                + "Get the whole playlist; it may be truncated."
        case .partialSegments(let path, let line, let tag):
            "\(path):\(line): low-latency playlists cannot be protected (\(tag)). "
                + "Give the playlist without partial segments."
        case .contradictoryProtection(let file, let first, let second):
            "\(first): the segment of \(file) would get a different key, IV or clear lead than in "
                + "\(second). One file has one key and one IV: give the segment the same time and media sequence number in both playlists, or leave out "
                + "--rotate-every, --clear-lead and --iv-mode."
        case .unknownClass(let rendition, let playlist):
            "\(playlist): nothing says whether rendition \(rendition) is audio, sd, hd or uhd (no RESOLUTION). "
                + "Use --key-per rendition or --key-per presentation."
        case .nothingEncrypted(let path):
            "\(path): no segment would be encrypted (each is in the clear lead or is WebVTT, or there is none). "
                + "Shorten --clear-lead, or give a presentation with audio or video segments."
        case .oneKeyForManySlots(let slots):
            "--key-file: one key was given and \(slots.count) are needed. "
                + "Leave out --rotate-every and use --key-per presentation."
        case .sharedKeyURI(let uri, let first, let second):
            "--key-uri: two keys would share the URI \(uri) (\(first.description) and \(second.description)). "
                + PresentationError.distinctTemplateAdvice(uri)
        case .keySelection(let rendition, let reason):
            rendition.map { "rendition \($0): its key cannot be determined: \(reason). Correct the rules." }
                ?? "the keys cannot be used in this way: \(reason)."
        case .suppliedLine(let label, let identity, let system, let reason):
            "\(label): the key line for \(system) that came with a key cannot be written: \(reason) (\(identity)). "
                + "Correct the line in \(label), or leave \(system) out of --drm."
        case .resultOfOtherKeys(let output):
            "\(output): a result exists already, and the key store has no keys for it, so it was made with other keys. "
                + "Name the store that it was made with, use --overwrite to replace it, or name another directory."
        default: mediaDescription
        }
    }

    private var mediaDescription: String {
        switch self {
        case .samples(let location, let error): SampleErrorDescription.message(of: error, at: location)
        case .unsupportedMedia(let location, let kind): SampleErrorDescription.message(of: kind, at: location)
        case .sectionWithoutTables(let location):
            "\(location): the EXT-X-MAP section has no program tables (expected a PAT and a PMT). "
                + "Correct the playlist, or use --method aes-128."
        case .differentSections(let location, let first, let second):
            "\(location): the segment has two EXT-X-MAP sections that describe its streams differently "
                + "(\(first) and \(second)), but it can be encrypted only as one of them describes. Give it one EXT-X-MAP."
        case .sharedSection(let location, let clear, let protected):
            "\(location): the EXT-X-MAP section has the only program tables of a clear segment (\(clear)) and of a "
                + "protected one (\(protected)), and they cannot describe both. Leave out --clear-lead, or give the clear "
                + "segments an EXT-X-MAP of their own."
        case .keySystemMedia(let system, let location, let kind):
            "\(location): a key of \(system) is for fragmented MP4 only (got \(kind)). "
                + "Leave \(system) out of --drm, or give the presentation as fragmented MP4."
        case .partialProtection(let samples):
            "\(samples.playlist): the last slices or tiles of \(CountText.text(samples.count, "picture")) would stay clear, because fragmented MP4 cannot "
                + "list so many of one picture (got too many at byte \(samples.offset) of \(samples.file), expected at most 42), and "
                + "FairPlay's clients decrypt all of them. Encode with fewer slices or tiles, package H.264 with --segment-format ts, use --method "
                + "aes-128, or take the result as it is with --allow-partial-protection."
        case .iFrameOfGCMSegment(let file, let range, let length, let origin):
            "\(origin): the I-frame is a part of a segment of \(file) (bytes \(range.lowerBound) to \(range.upperBound) of "
                + "\(length)), and a part of an AES-256-GCM segment cannot be decrypted. Leave the I-frame playlist out of the "
                + "multivariant playlist, give each I-frame a file of its own, or use --method aes-128 or sample-aes."
        case .segmentTooLong(let location, let limit):
            "\(location): the segment is longer than AES-256-GCM can encrypt as one (expected at most \(limit) bytes). "
                + "Cut shorter segments."
        case .segmentWithoutSection(let location):
            "\(location): the segment is fragmented MP4 and has no EXT-X-MAP (expected one with its movie box). "
                + "Put the initialization section into a file or byte range of its own and name it, or use --method "
                + "aes-128."
        case .sectionTooLarge(let location, let limit):
            "\(location): the EXT-X-MAP section is larger than one can be (expected at most \(limit) bytes). "
                + "Give it the byte range of its ftyp and moov boxes."
        case .counterModeMedia(let location, let kind):
            "\(location): SAMPLE-AES-CTR protects fragmented MP4 only (got \(kind)). "
                + "Use --method sample-aes, or package the presentation as fragmented MP4."
        case .clearSegmentWithTwoSections(let location, let first, let second):
            "\(location): the clear segment has an EXT-X-MAP that names keys and another that does not "
                + "(\(first) and \(second)), but it can have only one form. Leave out --clear-lead, or give both playlists the "
                + "same segments."
        case .overlappingIVs(let slot, let first, let second):
            "\(second): the IVs of its samples would be the same as those of \(first.file) under one key "
                + "(\(slot.description)), which would compromise both. Use --new-key."
        default: "a bug in fairlead: no wording"
        }
    }
}

/// The messages for media that SAMPLE-AES cannot encrypt.
enum SampleErrorDescription {
    private static let otherMethod = "use --method aes-128, which encrypts whole segments"

    /// Returns one line: `PLAYLIST:LINE: FILE: byte N: WHAT`, what was found and expected, and what to do.
    static func message(of error: SampleEncryptionError, at location: MediaLocation) -> String {
        switch error {
        case .malformed(let error):
            "\(location): byte \(location.offset.addingSaturated(error.offset)): the segment is malformed "
                + "(\(error.found), expected \(error.expected)). Repair it, or \(otherMethod)."
        case .unsupported(let offset, let what, let remedy):
            "\(location): byte \(location.offset.addingSaturated(offset)): SAMPLE-AES cannot protect this "
                + "(\(what)). \(remedy)."
        case .alreadyEncrypted(let offset, let what):
            "\(location): byte \(location.offset.addingSaturated(offset)): the media are encrypted already (\(what), "
                + "expected clear ones). Give the clear presentation."
        case .cipher(let error): "a bug in fairlead: \(error). Report it."
        }
    }

    /// Returns the message for a kind of media that is not supported.
    static func message(of kind: StreamKind, at location: MediaLocation) -> String {
        guard kind != .webVTTInUTF16 else {
            return "\(location): \(kind), which players do not read (expected UTF-8). "
                + "Convert it: iconv -f UTF-16 -t UTF-8 IN.vtt > OUT.vtt."
        }
        return
            "\(location): the first bytes are those of no known kind of media (expected fragmented MP4, a transport stream, packed "
            + "audio or WebVTT). Restore the file, or \(otherMethod)."
    }
}
