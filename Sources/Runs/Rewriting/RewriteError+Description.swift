import KeyStore
import Presentations
import ProtectionTerms

extension RewriteError: RunError {
    package var failureClass: FailureClass {
        switch self {
        case .noKeySystem, .needsKeyURI, .methodOfTemplate, .fairPlayMethod, .methodOfKeySystem, .implicitIV,
            .unknownIV,
            .sharedURI, .variableNeedsRecord, .unknownContentID,
            .ambiguousTitle, .severalPlaylists:
            .usage
        case .missingMap, .otherIVInRecord, .noRecord, .ambiguousRecord, .recordOfOtherTitle,
            .differentKeys, .keyLength, .noKeyLineLeft, .sharedChangedURI, .changedURITaken, .emptiedURI,
            .skippedSegments, .emptyWindow, .unknownStart, .startsAfterWindow, .unrepeatableCut,
            .undatedSegment,
            .playlistNotInTree, .selection,
            .malformedDate, .discontinuityOverflow, .oneFileForTwoPlaylists:
            .malformed
        case .noLocks: .cannotCreate
        case .busy, .changed: .unavailable
        case .partlyReplaced(_, let error, _): error.failureClass
        }
    }

    package var description: String {
        switch self {
        case .noKeySystem:
            "--drm: the playlists have neither FairPlay nor identity keys, so it is not known which key system the key URI is for. "
                + "Name the key systems with --drm."
        case .needsKeyURI(let system):
            "--drm: a template makes no URI for \(system), whose URIs contain a document that is made from the key record. "
                + "Leave out --no-records, or give the URI with --key-uri."
        case .methodOfTemplate(let location, let method, let template):
            "\(location): template \(template) is not for METHOD=\(method). Choose another template."
        case .fairPlayMethod(let location, let method):
            "\(location): FairPlay cannot be combined with these keys (METHOD=\(method), expected SAMPLE-AES). "
                + "Leave fairplay out of --drm."
        case .methodOfKeySystem(let location, let system, let method):
            "\(location): \(system) cannot be combined with these keys (METHOD=\(method), expected SAMPLE-AES or "
                + "SAMPLE-AES-CTR). Leave \(system) out of --drm."
        case .missingMap(let location, let system):
            "\(location): \(system) is for fragmented MP4 only, and the playlist has no EXT-X-MAP (expected one, as fragmented "
                + "MP4 has). Leave \(system) out of --drm."
        case .implicitIV(let location, let system):
            "\(location): the identity key has no IV, so that each segment has one of its own, which no key line of \(system) "
                + "can express. Leave \(system) out of --drm."
        case .unknownIV(let location):
            "\(location): an identity key line needs an IV, which only a key record has. Leave out --no-records."
        case .sharedURI(let location, let uri, let otherLocation):
            "\(location): two keys would share the URI \(uri) (the other one is in \(otherLocation)). "
                + "Use a template that tells all keys apart, without --no-records; or rewrite the media playlists "
                + "that an interrupted run did not rewrite, one by one."
        case .sharedChangedURI(let location, let uri, let otherLocation):
            "\(location): two keys would share the URI \(uri) (the other one is in \(otherLocation)). "
                + "Correct --replace-base and --add-query, or leave out --no-records, as records tell keys apart; or rewrite the "
                + "media playlists that an interrupted run did not rewrite, one by one."
        case .changedURITaken(let location, let uri, let identity):
            "\(location): the URI \(uri) already names another key of this title (\(identity)). "
                + "Correct --replace-base and --add-query."
        case .emptiedURI(let location, let uri):
            "\(location): --replace-base would leave nothing of the URI (\(uri)). Correct --replace-base."
        case .variableNeedsRecord(let name):
            "--no-records: the key URI uses {\(name)}, which only a key record has. "
                + "Leave out --no-records, or use another template."
        case .unknownContentID:
            "--content-id: the key URI uses {content_id}, and no key record gives it. Give --content-id."
        case .ambiguousTitle(let playlist, let count):
            "\(playlist): the key lines belong to \(count) titles of the key store (expected one, for which the tree is "
                + "recorded). Give --content-id."
        case .otherIVInRecord(let location):
            "\(location): the key record has a different IV from the key lines here, and a FairPlay client would get that "
                + "of the record. Correct the record, or leave fairplay out of --drm."
        case .noRecord(let location, let uri):
            "\(location): no record in the key store is known for the key URI \(uri). "
                + "Name its store and --content-id, or use --no-records."
        case .ambiguousRecord(let location, let uri, let count):
            "\(location): the key URI \(uri) names \(count) keys (expected one). Give --content-id."
        case .recordOfOtherTitle(let location, let uri, let title):
            "\(location): the key URI \(uri) is recorded in the key store for another title (\(title)). "
                + "Correct --content-id, or use --no-records."
        case .differentKeys(let location):
            "\(location): the key lines that apply together name different keys of the store (expected one key). "
                + "Correct the playlist or the store."
        case .keyLength(let location, let identity, let found, let expected, let method):
            "\(location): the key record for the key line has a key of \(found) bytes (\(identity), "
                + "expected \(expected) for METHOD=\(method)). Correct --content-id, or name the right store."
        case .noKeyLineLeft(let location, let systems):
            "\(location): the encrypted media here would be left without a key line "
                + "(dropped \(systems.map(\.name).joined(separator: ", "))). Keep a key system, or add one with --drm."
        case .skippedSegments(let location):
            "\(location): a playlist that skips segments cannot be cut or ended (EXT-X-SKIP, expected all segments). "
                + "Get the whole playlist."
        case .unknownStart(let path, let otherPath):
            "\(path): it is not known which of its segments have the same time as those of \(otherPath) (the playlists do not both "
                + "have a usable EXT-X-PROGRAM-DATE-TIME, and do not start together). Get playlists with dates, or cut the "
                + "media playlists one by one."
        case .startsAfterWindow(let path, let offset):
            "\(path): the playlist has no media at the start of the window (it begins \(offset) after the first variant, expected "
                + "at most a segment). Give a later --from."
        case .unrepeatableCut(let path):
            "\(path): in place, repeating the cut would remove more segments, as no dates tell when the playlists start (expected "
                + "EXT-X-PROGRAM-DATE-TIME in all). Use --output."
        case .undatedSegment(let location):
            "\(location): the segment cannot be cut by date (no date, expected EXT-X-PROGRAM-DATE-TIME before it, or after it without "
                + "a discontinuity between). Give --from and --to as media times."
        case .playlistNotInTree(let location):
            "\(location): the playlist is not in the tree, so only a part of the presentation would be changed (expected all playlists that are named). "
                + "Download it and make its URI relative, or leave it out of the multivariant playlist."
        case .severalPlaylists(let entry, let count):
            "--output: standard output accepts one playlist (\(entry) has a tree of \(count)). Use a directory, or give the multivariant "
                + "playlist alone on standard input (-)."
        case .emptyWindow(let path):
            "\(path): no segment is in the window (expected one at least). Correct --from, --to or --last."
        case .selection(let error): error.description
        case .malformedDate(let location):
            "\(location): the date cannot be carried over the cut (expected YYYY-MM-DDThh:mm:ss, decimals and a time zone). "
                + "Correct it."
        case .discontinuityOverflow(let location):
            "\(location): a discontinuity sequence number is too large (expected at most 2^64 - 1). "
                + "Correct EXT-X-DISCONTINUITY-SEQUENCE."
        case .oneFileForTwoPlaylists(let first, let second):
            "\(second): the file is also \(first), and the two playlists would become different. "
                + "Use --output, or give each playlist a file of its own."
        case .busy(let path):
            "\(path): another run is rewriting the tree of this playlist. Wait for its end, then run the same command again."
        case .changed(let path):
            "\(path): the playlist changed while it was rewritten. Run the same command again."
        case .noLocks(let error):
            "\(error.path): the file cannot be locked, and two runs could replace it at once "
                + "(\(error.call): \(error.reason)). Use --output, with a directory on another file system."
        case .partlyReplaced(let replaced, let error, let completion):
            "\(Self.cause(error)) These playlists were already replaced: \(replaced.map(\.description).joined(separator: ", ")). "
                + completion.advice
        }
    }

    /// Returns the cause of a run that failed midway.
    ///
    /// It omits advice that is only for a run that has replaced nothing.
    private static func cause(_ error: PresentationError) -> String {
        guard case .changed(let path)? = error.rewriteError else { return error.description }
        return "\(path): the playlist changed while it was rewritten."
    }
}

extension RewriteError.Completion {
    /// Advice in complete sentences.
    fileprivate var advice: String {
        switch self {
        case .sameCommand: "Run the same command again to replace the others."
        case .perPlaylist(let root):
            "Rewrite the remaining media playlists one by one, with the same options and --root \(root); then the "
                + "multivariant playlist, with --session-keys all instead of the key URI."
        }
    }
}

extension RewriteError.Location: CustomStringConvertible {
    package var description: String { "\(playlist):\(line)" }
}
