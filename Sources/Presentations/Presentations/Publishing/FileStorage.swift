import CLinux
package import Failures
import Glibc

/// A directory at which a result is published.
///
/// Nothing else writes to the output directory, except `rewrite --in-place`.
package struct FileStorage: TreeStorage {
    private let location: OutputLocation
    private let overwrites: Bool
    private let replacesPlaylistsOnly: Bool
    private let removesAbandoned: Bool
    package let cancellation: Cancellation
    private let entry: TreePath?

    package var path: String { location.path }

    /// Creates the storage of one result.
    ///
    /// - Parameters:
    ///   - location: the directory of the result.
    ///   - overwrites: indicates whether a different result may be replaced, recognized by a playlist at
    ///     `entry` or at its top.
    ///   - replacesPlaylistsOnly: indicates whether that result may hold only playlists.
    ///   - removesAbandoned: indicates whether the stages of killed runs are removed first.
    ///   - entry: the entry playlist of the result, or nil if it is unknown.
    ///   - cancellation: stops the comparison with an existing result, and the publication before it is
    ///     recorded.
    package init(
        _ location: OutputLocation,
        overwrites: Bool,
        replacesPlaylistsOnly: Bool = false,
        removesAbandoned: Bool = true,
        entry: TreePath? = nil,
        cancellation: Cancellation = Cancellation()
    ) {
        self.entry = entry
        self.location = location
        self.overwrites = overwrites
        self.replacesPlaylistsOnly = replacesPlaylistsOnly
        self.removesAbandoned = removesAbandoned
        self.cancellation = cancellation
    }

    package func makeStage() throws(RunFailure) -> Stage {
        try Stage.make(for: location, removesAbandoned: removesAbandoned)
    }

    package func withdraw() { location.removeCreatedDirectories() }

    /// Returns whether the stage has to be published; see `TreeStorage`.
    ///
    /// An equal result is synchronized to the disk, because the run that renamed it may have been killed
    /// before that.
    package func check(_ stage: Stage) throws(RunFailure) -> Bool {
        switch try outputState(for: stage) {
        case .free: return true
        case .equal:
            try synchronizeParent()
            return false
        case .different(let path):
            guard overwrites else { throw .differentResult(output: location.path, difference: path) }
            guard try isResult(location.path) else {
                throw .outputNotCreated(
                    path: location.path,
                    reason: location.isInInput
                        ? "it is in the input's folder and has no \(entry?.description ?? "playlist"), so it is not a result that can be replaced"
                        : "it has no playlist at its top, so it is not a result that can be replaced"
                )
            }
            try checkPlaylistsOnly()
            return true
        }
    }

    private func checkPlaylistsOnly() throws(RunFailure) {
        guard replacesPlaylistsOnly else { return }
        let folder = PlaylistFolder(path: location.path)
        let otherFile = try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            try folder.firstOtherFile()
        }
        guard let otherFile else { return }
        throw .outputNotCreated(
            path: location.path,
            reason:
                "it contains more than playlists (\(otherFile)), so it is not a result that can be replaced"
        )
    }

    /// Publishes the tree of the stage by one rename.
    ///
    /// `lastCheck` is called after all files are on the disk, which may take minutes. The result that is
    /// replaced is then in the stage and is removed with it.
    package func publish(
        _ stage: Stage,
        lastCheck: () throws(RunFailure) -> Void = {}
    ) throws(RunFailure) -> PublicationOutcome {
        try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in try stage.synchronize() }
        try lastCheck()
        // Another process may create or remove the result between our check and our rename, so try again.
        for _ in 0..<16 {
            // rename(2) replaces an absent or empty directory and refuses one that has entries.
            if unsafe rename(stage.tree, location.path) == 0 {
                try synchronizeParent()
                return .published
            }
            switch errno {
            case ENOTEMPTY, EEXIST:
                if let outcome = try replace(with: stage) { return outcome }
            case EBUSY: throw .outputNotCreated(path: location.path, reason: "it is a mount point or in use")
            default: throw .outputNotCreated(SystemCallError("rename", path: location.path))
            }
        }
        throw .outputNotCreated(SystemCallError("rename", path: location.path, code: EAGAIN))
    }

    /// Indicates whether a directory is a result: it has the entry playlist, or any playlist at its top.
    ///
    /// Inside the input's tree only the entry playlist counts, if it is known. Any other directory may belong
    /// to the user and is not deleted.
    private func isResult(_ directory: String) throws(RunFailure) -> Bool {
        if let entry, Directory.status(of: entry.path(under: directory))?.isRegularFile == true {
            return true
        }
        guard !location.isInInput || entry == nil else { return false }
        let names = try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            try Directory.names(in: directory)
        }
        return names.contains { $0.lowercased().hasSuffix(".m3u8") }
    }

    /// Exchanges the stage with an existing result, or returns nil if the result is gone now.
    private func replace(with stage: Stage) throws(RunFailure) -> PublicationOutcome? {
        guard overwrites else { return try check(stage) ? nil : .unchanged }
        if unsafe fairlead_rename_exchange(stage.tree, location.path) == 0 {
            try synchronizeParent()
            return .replaced
        }
        switch errno {
        case ENOENT: return nil
        case EINVAL:
            throw .outputNotCreated(
                path: location.path,
                reason: "its file system cannot exchange two directories in one step"
            )
        default: throw .outputNotCreated(SystemCallError("renameat2", path: location.path))
        }
    }

    private enum OutputState {
        case free
        case equal
        case different(String)
    }

    private func outputState(for stage: Stage) throws(RunFailure) -> OutputState {
        guard let status = Directory.status(of: location.path) else { return .free }
        guard status.isDirectory else {
            throw .outputNotCreated(path: location.path, reason: "it is not a directory")
        }
        // A killed run that was to publish inside this directory may have left its stage here.
        Stage.removeAbandonedStages(in: location.path)
        let names = try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            try Directory.names(in: location.path)
        }
        if names.isEmpty { return .free }
        let comparison = TreeComparison(cancellation: cancellation)
        return try comparison.firstDifference(stage.tree, location.path).map(OutputState.different) ?? .equal
    }

    private func synchronizeParent() throws(RunFailure) {
        try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            try Directory.synchronize(location.parent)
        }
    }
}
