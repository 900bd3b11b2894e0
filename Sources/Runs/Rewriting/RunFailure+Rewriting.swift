import Failures
import Presentations
import ProtectionTerms

/// Failures to change playlists.
extension RunFailure {
    /// `--replace-base` would replace a URI by nothing; secret parts of the URI are not shown.
    static func emptiedURI(_ uri: WrittenURI, at location: LineLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "\(CommandOption.replaceBase) would leave nothing of the URI",
            found: KeyURIRedaction.redacted(uri.resolved),
            remedy: "Correct \(CommandOption.replaceBase)."
        )
    }

    /// The key lines of a tree to be recorded (`--record`) belong to no known title, or to several.
    static func ambiguousTitle(_ path: TreePath, count: Int) -> RunFailure {
        RunFailure(
            .usage,
            at: path,
            "the key lines belong to \(count) titles of the key store",
            expected: "one, for which the tree is recorded",
            remedy: "Give \(CommandOption.contentID)."
        )
    }

    /// A playlist is not in the tree, so only a part of the presentation would change.
    static func playlistNotInTree(_ location: LineLocation) -> RunFailure {
        RunFailure(
            .malformed,
            at: location,
            "the playlist is not in the tree, so only a part of the presentation would be changed",
            expected: "all playlists that are named",
            remedy: "Download it and make its URI relative, or leave it out of the multivariant playlist."
        )
    }

    /// The tree has several playlists, and the output takes only one.
    static func severalPlaylists(_ entry: TreePath, count: Int) -> RunFailure {
        RunFailure(
            .usage,
            at: CommandOption.output,
            "standard output accepts one playlist",
            found: "\(entry) has a tree of \(count)",
            remedy: "Use a directory, or give the multivariant playlist alone on standard input (-)."
        )
    }
}
