package import KeyStore
package import Presentations
package import ProtectionTerms

/// Why playlists could not be rewritten as asked.
package enum RewriteError: Error, Hashable, Sendable {
    /// A line of a playlist.
    package struct Place: Hashable, Sendable {
        /// The playlist.
        package let playlist: TreePath
        /// The line, from 1.
        package let line: Int
    }

    /// How a run that failed in the middle can be completed.
    package enum Completion: Hashable, Sendable {
        /// By the same command.
        case sameCommand
        /// By a run for each playlist: without records, the old and the new URIs of a tree count as two keys.
        case oneByOne(root: String)
    }

    /// Neither FairPlay nor identity keys are there, and no key system was named.
    case noSystem
    /// A system whose URIs no template makes.
    case needsKeyURI(KeySystem)
    /// The template is not for the method of a key line.
    case methodOfTemplate(Place, method: String, template: String)
    /// FairPlay does not know the method of the keys beside which it is to stand.
    case fairPlayMethod(Place, method: String)
    /// A system does not know the method of the keys beside which it is to stand.
    case systemMethod(Place, KeySystem, method: String)
    /// A system whose clients read fragmented MP4 only would stand over something else.
    case withoutSection(Place, KeySystem)
    /// The record has another IV than the key line beside which FairPlay is to stand.
    case vectorOfRecord(Place)
    /// A system cannot stand beside an identity line without IV.
    case implicitVector(Place, KeySystem)
    /// The IV of an identity line is not known.
    case unknownVector(Place)
    /// A key line whose record is not in the store.
    case noRecord(Place, uri: String)
    /// A key line whose URI names several keys.
    case ambiguousRecord(Place, uri: String, count: Int)
    /// A key line whose URI is noted for the key of another title.
    case recordOfOtherTitle(Place, uri: String, title: ContentID)
    /// The lines of one group name different keys.
    case differentKeys(Place)
    /// A record whose key is too short or too long, in bytes, for the method of the line that it would be the key of.
    case keyLength(Place, KeyIdentity, found: Int, expected: Int, method: String)
    /// Two keys would get one URI.
    case sharedURI(Place, uri: String, other: Place)
    /// Two keys would get one URI by another base or query.
    case sharedAddress(Place, uri: String, other: Place)
    /// Another base or query would give a key the URI of another key of its title.
    case addressTaken(Place, uri: String, by: KeyIdentity)
    /// A variable of the template that only a record has.
    case variableOfRecord(String)
    /// A variable of the template that needs the title.
    case titleIsUnknown
    /// A tree whose key lines are those of no title that is known, or of several.
    case titleOfTree(TreePath, count: Int)
    /// An encrypted segment would be left without a key line.
    case withoutKey(Place, systems: [KeySystem])
    /// The playlist leaves out segments (`EXT-X-SKIP`).
    case skippedSegments(Place)
    /// Nobody knows when a playlist starts beside another one.
    case unknownStart(TreePath, beside: TreePath)
    /// A playlist that begins long after the start of the window, so much after the first variant.
    case startsLater(TreePath, by: Duration)
    /// A cut in place that would cut again when it is repeated, as no date tells when playlists start.
    case unrepeatableCut(TreePath)
    /// A segment of which no date is known.
    case undatedSegment(Place)
    /// A playlist that is not in the tree, which would be changed in part.
    case playlistElsewhere(Place)
    /// A tree of several playlists is to go where one has place.
    case severalPlaylists(TreePath, count: Int)
    /// No segment is in the window.
    case emptyWindow(TreePath)
    /// A date that cannot be read.
    case malformedDate(Place)
    /// Variants and renditions that cannot be chosen as asked.
    case selection(SelectionError)
    /// A discontinuity sequence number that is too large.
    case discontinuityOverflow(Place)
    /// Two playlists are one file on the disk and would become different.
    case oneFileForTwoPlaylists(TreePath, TreePath)
    /// Another run rewrites the tree of the file now.
    case busy(path: String)
    /// The playlist changed while the run worked.
    case changed(TreePath)
    /// A file cannot be locked while it is replaced, because the file system has no locks.
    case noLocks(SystemCallError)
    /// Some playlists could not be replaced; those named are new already.
    indirect case partlyReplaced([TreePath], PresentationError, Completion)
}

extension PresentationError {
    /// The refusal of playlists that cannot be rewritten as asked.
    package static func rewrite(_ error: RewriteError) -> PresentationError { .run(RunRefusal(error)) }

    /// The error of rewriting; nil of others.
    var rewriteError: RewriteError? {
        if case .run(let refusal) = self { refusal.error as? RewriteError } else { nil }
    }
}
