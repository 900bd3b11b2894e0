import Glibc
import HLSPlaylists
import KeyStore
import KeyURITemplates

extension PackagingError: CustomStringConvertible {
    /// `WHERE: WHAT (GOT, EXPECTED). FIX.` in one line.
    package var description: String {
        switch self {
        case .input(let error): Self.text(ofInput: error)
        case .source(let error): "source: \(error)"
        case .playlist(let path, let error): Self.text(of: error, in: path)
        case .playlistOutsideRoot(let playlist, let root):
            "\(playlist): the playlist is not below the root (root \(root)). Give a --root that holds it."
        case .uri(let uri, let playlist, let line, let failure):
            "\(playlist):\(line): \(Self.text(of: failure, uri: KeyURIText.redacted(uri)))"
        case .media(let file, let origin, let error):
            "\(origin): the media file \(file) cannot be read (\(error.reason)). "
                + (error.shortage?.advice ?? "Restore the file or remove it from the playlist.")
        case .mediaChanged(let file):
            "\(file): the file changed while it was read. Let it be complete before it is protected."
        case .mezzanine(let error): MezzanineErrorText.text(of: error)
        case .inputChanged(let path):
            "\(path): the file changed while it was read. Let it be complete before it is packaged."
        case .byteRangeBeyondFile(let file, let range, let size, let origin):
            "\(origin): the byte range ends behind the end of \(file) (range \(range), file of \(size) bytes). "
                + "Correct the range or restore the file."
        case .emptyByteRange(let origin):
            "\(origin): the byte range has no bytes (got 0, expected at least 1). Correct or remove it."
        case .overlappingRanges(let file, let first, let second):
            "\(second): bytes of \(file) also belong to another range (\(first)), and one byte can be encrypted "
                + "only once. Give each segment bytes of its own."
        case .segmentIsInitializationSection(let file, let first, let second):
            "\(first): the same bytes of \(file) are a segment and an initialization section (\(second)). "
                + "Correct one of the two."
        case .iFrameOutsideSegments(let file, let range, let origin):
            "\(origin): the I-frame is not inside one segment of \(file) (range \(range)). "
                + "Correct the range: an encrypted I-frame is found by the segment that holds it."
        case .alreadyEncrypted(let path, let line, let method):
            "\(path):\(line): the presentation is encrypted already (METHOD=\(method), expected a clear one). "
                + "Give the clear presentation."
        case .truncated(let path):
            "\(path): the playlist is of type VOD and does not end (got no EXT-X-ENDLIST, expected one). "
                + "Get the whole playlist; it may be truncated."
        case .partialSegments(let path, let line, let tag):
            "\(path):\(line): low-latency playlists cannot be protected (\(tag)). "
                + "Give the playlist without partial segments."
        case .namedTwice(let path, let first, let second):
            "\(path): the path is named as \(first) and as \(second), and can be only one in the result. "
                + "Give each a file of its own."
        case .linkLeavesRoot(let path, let root):
            "\(path): the file is a symbolic link out of the root (root \(root)). "
                + "Put the file in its place, or name a --root that holds it."
        default: planDescription
        }
    }

    private var planDescription: String {
        switch self {
        case .contradictoryProtection(let file, let first, let second):
            "\(first): the segment of \(file) would get another key, initialization vector or clear start than in "
                + "\(second). One file has one key and one IV: give both places the same time and number, or leave out "
                + "--rotate-every, --clear-lead and --iv-mode."
        case .unknownClass(let rendition, let playlist):
            "\(playlist): nothing says whether rendition \(rendition) is audio, sd, hd or uhd (no RESOLUTION). "
                + "Use --key-per rendition or --key-per presentation."
        case .nothingEncrypted(let path):
            "\(path): no segment would be encrypted (all are before the end of the clear lead, or are WebVTT, or there is "
                + "none). Shorten --clear-lead."
        case .oneKeyForManySlots(let slots):
            "--key-file: one key was given and \(slots.count) are needed. "
                + "Leave out --rotate-every and use --key-per presentation."
        case .sharedKeyURI(let uri, let first, let second):
            "--key-uri: two keys would share the URI \(uri) (\(first.text) and \(second.text)). "
                + Self.distinctTemplateAdvice(uri)
        case .keyURITaken(let uri, let identity):
            "--key-uri: the URI \(uri) already names another key of this title (\(identity)). "
                + Self.distinctTemplateAdvice(uri)
        case .noAssetID(let uri, let rules, let options):
            "--template: apps cut no asset id out of the URI \(uri) (expected \(AssetID.lengths.lowerBound) to "
                + "\(AssetID.lengths.upperBound) bytes by \(rules.joined(separator: ", "))). "
                + (options.isEmpty
                    ? "Use another template."
                    : "Use another \(options.joined(separator: " or ")), or another template.")
        case .keySelection(let rendition, let reason):
            rendition.map { "rendition \($0): its key is not clear: \(reason). Correct the rules." }
                ?? "the keys cannot be used so: \(reason)."
        case .suppliedLine(let label, let identity, let system, let reason):
            "\(label): the key line for \(system) that came with a key cannot be written: \(reason) (\(identity)). "
                + "Correct it there, or name the key systems without \(system) (--drm)."
        case .template(let error):
            "--key-uri: \(error.description { TemplateVariableOption.advice(for: $0) })"
        case .templateVariable(let error): "template variable: \(error)"
        case .samples(let place, let error): SampleErrorText.text(of: error, at: place)
        case .unsupportedMedia(let place, let kind): SampleErrorText.text(of: kind, at: place)
        case .sectionWithoutTables(let place):
            "\(place): the EXT-X-MAP section has no program tables (expected a PAT and a PMT). "
                + "Correct the playlist, or use --method aes-128."
        case .differentSections(let place, let first, let second):
            "\(place): the segment stands under two EXT-X-MAP sections that say different things of its streams "
                + "(\(first) and \(second)), and can be encrypted by one only. Give it one EXT-X-MAP."
        case .sharedSection(let place, let clear, let protected):
            "\(place): the EXT-X-MAP section has the only program tables of a clear segment (\(clear)) and of a "
                + "protected one (\(protected)), and they cannot say both. Leave out --clear-lead, or give the clear "
                + "segments an EXT-X-MAP of their own."
        case .keySystemMedia(let system, let place, let kind):
            "\(place): a key of \(system) is for fragmented MP4 only (got \(kind)). "
                + "Leave \(system) out of --drm, or give the presentation as fragmented MP4."
        case .partialProtection(let samples):
            "\(samples.playlist): the last slices or tiles of \(samples.count) pictures would stay clear, for fragmented MP4 cannot "
                + "list so many of one picture (got too many at byte \(samples.offset) of \(samples.file), expected at most 42), and "
                + "FairPlay's clients decrypt all of them. Encode with fewer slices or tiles, package H.264 with --segment-format ts, use --method "
                + "aes-128, or take the result as it is with --allow-partial-protection."
        case .segmentWithoutSection, .sectionTooLarge, .counterModeMedia, .clearUnderTwoSections,
            .overlappingVectors:
            fragmentDescription
        case .iFrameOfSealedSegment(let file, let range, let length, let origin):
            "\(origin): the I-frame is a part of a segment of \(file) (bytes \(range.lowerBound) to \(range.upperBound) of "
                + "\(length)), and nobody can open a part of what AES-256-GCM encrypts. Leave the I-frame playlist out of the "
                + "multivariant playlist, give each I-frame a file of its own, or use --method aes-128 or sample-aes."
        case .segmentTooLong(let place, let limit):
            "\(place): the segment is longer than AES-256-GCM can encrypt as one (expected at most \(limit) bytes). "
                + "Cut shorter segments."
        case .ladder(let error): "\(error)"
        case .rewrite(let error): error.text
        case .keyStore(let error): "key store: \(error)"
        default: outputDescription
        }
    }

    private var fragmentDescription: String {
        switch self {
        case .segmentWithoutSection(let place):
            "\(place): the segment is fragmented MP4 and has no EXT-X-MAP (expected one with its movie box). "
                + "Put the initialization section into a file or byte range of its own and name it, or use --method "
                + "aes-128."
        case .sectionTooLarge(let place, let limit):
            "\(place): the EXT-X-MAP section is larger than one can be (expected at most \(limit) bytes). "
                + "Give it the byte range of its ftyp and moov boxes."
        case .counterModeMedia(let place, let kind):
            "\(place): SAMPLE-AES-CTR protects fragmented MP4 only (got \(kind)). "
                + "Use --method sample-aes, or package the presentation as fragmented MP4."
        case .clearUnderTwoSections(let place, let first, let second):
            "\(place): the clear segment stands under an EXT-X-MAP that names keys and under one that does not "
                + "(\(first) and \(second)), and has one form only. Leave out --clear-lead, or give both playlists the "
                + "same segments."
        case .overlappingVectors(let slot, let first, let second):
            "\(second): the initialization vectors of its samples would be those of \(first.file) under one key "
                + "(\(slot.text)), which would give both away. Use --new-key."
        default: "a bug in fairlead: no wording"
        }
    }

    private var outputDescription: String {
        switch self {
        case .output(let path, let reason):
            "\(path): the output cannot be created: \(reason). Name another directory."
        case .outputIsInput(let output):
            "\(output): the output is the folder of the input (expected another). Name a directory in it, or elsewhere."
        case .inputInsideOutput(let output, let input):
            "\(output): the input is inside the output (\(input)), and the result would take its place. "
                + "Name another directory."
        case .outputSystem(let error):
            "\(error.path): the output cannot be created (\(error.call): \(error.reason)). "
                + (error.shortage?.advice ?? "Name a directory that can be written.")
        case .resultOfOtherKeys(let output):
            "\(output): a result is there already, and the key store has no keys for it, so that it is another one. "
                + "Name the store that it was made with, use --overwrite to replace it, or name another directory."
        case .differentResult(let output, let difference):
            "\(output): a different result is there already (first difference: \(difference)). "
                + "Use --overwrite to replace it, or name another directory."
        case .stage(let error): Self.text(ofStage: error)
        case .interrupted: "this run: interrupted by SIGINT or SIGTERM. Run the same command again."
        case .fault(let what): "a bug in fairlead: \(what). Please report it."
        default: "a bug in fairlead: no wording"
        }
    }

    private static func text(ofInput error: SystemCallError) -> String {
        switch error.code {
        case ENOENT: "\(error.path): there is no such file. Check the path."
        case EACCES, EPERM:
            "\(error.path): access is denied (\(error.call)). Change the permissions or the user."
        case EFBIG:
            "\(error.path): the file is too large (got more than 64 MiB, expected a playlist or session data of at most "
                + "that). Name another file."
        case EISDIR: "\(error.path): it is a directory (expected a file). Name a file."
        case _ where error.isOfNoFile:
            "\(error.path): it is a pipe, a device or a socket (expected a file). Name a file."
        default:
            "\(error.path): the file cannot be read (\(error.call): \(error.reason)). "
                + (error.shortage?.advice ?? "Check it and its disk.")
        }
    }

    private static func text(ofStage error: SystemCallError) -> String {
        switch error.code {
        case EFBIG:
            "\(error.path): the file would be larger than it may be (\(error.call): \(error.reason)). "
                + "Raise the limit of the size of files (ulimit -f)."
        case _ where error.isDiskFull:
            "\(error.path): the disk is full (\(error.call): \(error.reason)). Make room, then run it again."
        default:
            "\(error.path): the file cannot be written (\(error.call): \(error.reason)). "
                + (error.shortage?.advice ?? "Check the disk.")
        }
    }

    private static func text(of error: PlaylistError, in path: TreePath) -> String {
        [path.description, error.line > 0 ? "\(error.line)" : nil, error.column.map(String.init)]
            .compactMap(\.self).joined(separator: ":") + ": " + error.message
    }

    private static func text(of failure: URIResolution.Failure, uri: String) -> String {
        switch failure {
        case .remote(let scheme):
            "the URI is not of a file in the tree (\(scheme): \(uri)). "
                + "Download the presentation and make its URIs relative."
        case .absolutePath:
            "the URI starts at a server's root, which is not known here (\(uri)). Make it relative to the playlist."
        case .leavesTree:
            "the URI leaves the tree (\(uri)). Name a --root that holds all files of the presentation."
        case .malformed(let reason):
            "the URI names no file: \(reason) (\(uri)). Correct the playlist."
        case .variable(let name):
            "the URI depends on the variable '\(name)', whose value is not in the playlist (\(uri)). "
                + "Define it by NAME and VALUE; for the given playlist, rewrite, verify and inspect take --query \(name)=VALUE."
        }
    }

    private static func distinctTemplateAdvice(_ uri: String) -> String {
        uri.hasPrefix("http")
            ? "Use --template https-key, which tells all keys apart."
            : "Use --template content-id-track, which tells all keys apart."
    }
}

extension KeySlot {
    /// The slot in words.
    var text: String { "track \(track), period \(period)" }
}

extension MediaReference.Origin: CustomStringConvertible {
    /// `PLAYLIST:LINE`.
    package var description: String { "\(playlist):\(line)" }
}
