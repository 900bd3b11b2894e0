import Failures
import Presentations
import ProtectionTerms

extension RunFailure.Kind {
    /// A playlist that changed during the run.
    static let playlistChanged = Self("playlist changed")
    /// A file to be replaced that cannot be locked.
    static let fileCannotBeLocked = Self("file cannot be locked")
}

/// Failures to replace the playlists of a tree in place.
extension RunFailure {
    /// Two playlists are the same file on the disk, and would become different.
    static func oneFileForTwoPlaylists(_ first: TreePath, _ second: TreePath) -> RunFailure {
        RunFailure(
            .malformed,
            at: second,
            "the file is also \(first), and the two playlists would become different",
            remedy: "Use \(CommandOption.output), or give each playlist a file of its own."
        )
    }

    /// Another run rewrites the tree of the file at the same time.
    static func treeIsBeingRewritten(path: String) -> RunFailure {
        RunFailure(
            .unavailable,
            at: path,
            "another run is rewriting the tree of this playlist",
            remedy: "Wait for its end, then run the same command again."
        )
    }

    /// The playlist changed during the run.
    static func playlistChanged(_ path: TreePath) -> RunFailure {
        RunFailure(
            .unavailable,
            at: path,
            "the playlist changed while it was rewritten",
            remedy: "Run the same command again.",
            kind: .playlistChanged
        )
    }

    /// A file to be replaced cannot be locked, because the file system does not support locks.
    static func fileCannotBeLocked(_ error: SystemCallError) -> RunFailure {
        RunFailure(
            .cannotCreate,
            at: error.path,
            "the file cannot be locked, and two runs could replace it at once",
            found: "\(error.call): \(error.reason)",
            remedy: "Use \(CommandOption.output), with a directory on another file system.",
            kind: .fileCannotBeLocked,
            errorNumber: error.code
        )
    }

    /// The run failed after it had replaced the given playlists.
    ///
    /// The remedy for a changed playlist is left out: it is only for a run that has replaced nothing.
    static func partlyReplaced(
        _ replaced: [TreePath],
        _ cause: RunFailure,
        _ completion: RewriteCompletion
    ) -> RunFailure {
        let paths = replaced.map(\.description).joined(separator: ", ")
        let remedy = "These playlists were already replaced: \(paths). \(completion.advice)"
        let causeRemedy = cause.kind == .playlistChanged ? nil : cause.remedy
        return RunFailure(
            cause.failureClass,
            at: cause.location,
            cause.problem,
            found: cause.found,
            expected: cause.expected,
            remedy: (causeRemedy.map { $0 + " " } ?? "") + remedy,
            label: cause.label,
            errorNumber: cause.errorNumber
        )
    }
}
