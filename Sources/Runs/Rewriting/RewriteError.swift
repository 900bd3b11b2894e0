import KeyStore
import Presentations
import ProtectionTerms

/// A reason why playlists cannot be rewritten as requested.
enum RewriteError: Error, Hashable, Sendable {
    /// The location of a line in a playlist.
    struct Location: Hashable, Sendable {
        /// The path of the playlist in the tree.
        let playlist: TreePath
        /// The line, from 1.
        let line: Int
    }

    /// The way to complete a run that failed midway.
    enum Completion: Hashable, Sendable {
        /// Repeat the same command.
        case sameCommand
        /// Run once for each remaining playlist; without key records, the old and new URIs of a tree count as
        /// two keys.
        case perPlaylist(root: String)
    }

    /// The playlists have neither FairPlay nor identity keys, and no key system was named.
    case noKeySystem
    /// The URIs of this key system contain a document, so a template cannot produce them without a key
    /// record.
    case needsKeyURI(KeySystem)
    /// The template is not for the method of a key line.
    case methodOfTemplate(Location, method: String, template: String)
    /// FairPlay does not support the method of the keys beside which its line would be added.
    case fairPlayMethod(Location, method: String)
    /// This key system does not support the method of the keys beside which its line would be added.
    case methodOfKeySystem(Location, KeySystem, method: String)
    /// This key system is for fragmented MP4 only, and the playlist has no `EXT-X-MAP`.
    case missingMap(Location, KeySystem)
    /// The record has another IV than the key lines beside which a FairPlay line would be added.
    case otherIVInRecord(Location)
    /// A line of this key system cannot be added beside an identity line without IV.
    case implicitIV(Location, KeySystem)
    /// The IV of an identity line to be added is unknown.
    case unknownIV(Location)
    /// The key store has no record for a key line.
    case noRecord(Location, uri: String)
    /// The URI of a key line names several keys.
    case ambiguousRecord(Location, uri: String, count: Int)
    /// The key store has the URI of a key line for a key of another title only.
    case recordOfOtherTitle(Location, uri: String, title: ContentID)
    /// The lines of one group name different keys.
    case differentKeys(Location)
    /// The record of a key line has a key of the wrong length, in bytes, for the method of the line.
    case keyLength(Location, KeyIdentity, found: Int, expected: Int, method: String)
    /// Two keys would get the same URI.
    case sharedURI(Location, uri: String, other: Location)
    /// Two keys would get the same URI by another base or query.
    case sharedChangedURI(Location, uri: String, other: Location)
    /// A key would get, by another base or query, the URI of another key of its title.
    case changedURITaken(Location, uri: String, by: KeyIdentity)
    /// `--replace-base` would replace a URI by nothing.
    case emptiedURI(Location, uri: String)
    /// The template uses a variable whose value only a key record has.
    case variableNeedsRecord(String)
    /// The template uses the content id, which is unknown.
    case unknownContentID
    /// The key lines of a tree to be recorded (`--record`) belong to no known title, or to several.
    case ambiguousTitle(TreePath, count: Int)
    /// An encrypted segment would have no key line left.
    case noKeyLineLeft(Location, systems: [KeySystem])
    /// The playlist omits segments (`EXT-X-SKIP`), so it cannot be cut or ended.
    case skippedSegments(Location)
    /// The start of a playlist relative to that of another playlist is unknown.
    case unknownStart(TreePath, beside: TreePath)
    /// The playlist begins long after the start of the window; `by` is the delay after the first variant.
    case startsAfterWindow(TreePath, by: Duration)
    /// A cut in place would cut again if it were repeated, since no dates tell when the playlists start.
    case unrepeatableCut(TreePath)
    /// The date of a segment is unknown.
    case undatedSegment(Location)
    /// A playlist is not in the tree, so only a part of the presentation would change.
    case playlistNotInTree(Location)
    /// The tree has several playlists, and the output takes only one.
    case severalPlaylists(TreePath, count: Int)
    /// No segment of the playlist is in the window.
    case emptyWindow(TreePath)
    /// The date in the line cannot be parsed.
    case malformedDate(Location)
    /// The variants and renditions cannot be selected as requested.
    case selection(SelectionError)
    /// A discontinuity sequence number would be too large.
    case discontinuityOverflow(Location)
    /// Two playlists are the same file on the disk, and would become different.
    case oneFileForTwoPlaylists(TreePath, TreePath)
    /// Another run rewrites the tree of the file at the same time.
    case busy(path: String)
    /// The playlist changed during the run.
    case changed(TreePath)
    /// A file to be replaced cannot be locked, because the file system does not support locks.
    case noLocks(SystemCallError)
    /// The run failed after it had replaced the given playlists.
    indirect case partlyReplaced([TreePath], PresentationError, Completion)
}

extension RewriteError {
    /// Creates the error for a URI of which another base leaves nothing; secret parts of it are not shown.
    static func emptied(_ uri: WrittenURI, at location: Location) -> RewriteError {
        .emptiedURI(location, uri: KeyURIRedaction.redacted(uri.resolved))
    }
}

extension PresentationError {
    /// Creates an error for playlists that cannot be rewritten as requested.
    static func rewrite(_ error: RewriteError) -> PresentationError { .run(RunRefusal(error)) }

    /// The `RewriteError`, or nil if the error is of another run or kind.
    var rewriteError: RewriteError? {
        if case .run(let refusal) = self { refusal.error as? RewriteError } else { nil }
    }
}
