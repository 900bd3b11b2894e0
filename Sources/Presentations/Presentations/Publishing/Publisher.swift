import CLinux
import Glibc

/// Makes a stage the result: the only place that touches the output directory.
package struct Publisher: Sendable {
    /// How a publication ended.
    package enum Outcome: String, Sendable, Codable {
        /// The result is there now.
        case published
        /// An equal result was there already.
        case unchanged
        /// Another result was there and was replaced.
        case replaced
    }

    private let location: OutputLocation
    private let overwrites: Bool
    private let replacesPlaylistsOnly: Bool
    private let cancellation: Cancellation
    private let entry: TreePath?

    /// A publisher to a place; `overwrites` lets it replace a different result, which has a playlist at `entry` or at
    /// its top, and nothing but playlists if `replacesPlaylistsOnly`.
    package init(
        to location: OutputLocation,
        overwrites: Bool,
        replacesPlaylistsOnly: Bool = false,
        entry: TreePath? = nil,
        cancellation: Cancellation = Cancellation()
    ) {
        self.entry = entry
        self.location = location
        self.overwrites = overwrites
        self.replacesPlaylistsOnly = replacesPlaylistsOnly
        self.cancellation = cancellation
    }

    /// Tells whether the stage has to be published: false when an equal result is there.
    ///
    /// Throws when a different result is in the way. Asked before uses are recorded, so that a refused result leaves
    /// no use in the key store. Who renamed an equal one may have been killed before the rename was on the disk: it is, when this
    /// returns.
    package func check(_ stage: Stage) throws(PresentationError) -> Bool {
        switch try standing(of: stage) {
        case .free: return true
        case .equal:
            try synchronizeParent()
            return false
        case .different(let path):
            guard overwrites else { throw .differentResult(output: location.path, difference: path) }
            guard try isResult(location.path) else {
                throw .output(
                    path: location.path,
                    reason: location.isInInput
                        ? "it is in the input's folder and has no \(entry?.description ?? "playlist"), so it is no result to replace"
                        : "it has no playlist at its top, so it is no result to replace"
                )
            }
            try checkPlaylistsOnly()
            return true
        }
    }

    private func checkPlaylistsOnly() throws(PresentationError) {
        guard replacesPlaylistsOnly else { return }
        let folder = PlaylistFolder(path: location.path)
        let other = try stageCalls { () throws(SystemCallError) in try folder.firstOtherFile() }
        guard let other else { return }
        throw .output(
            path: location.path,
            reason: "it holds more than playlists (\(other)), so it is no result to replace"
        )
    }

    /// Publishes the stage's tree in one step; what it replaced is removed with the stage afterwards.
    ///
    /// - Parameters:
    ///   - stage: the stage, whose tree is complete.
    ///   - lastCheck: looks a last time, when all is on the disk, which may take minutes, whether it still may be published.
    /// - Returns: what became of it.
    /// - Throws: `PresentationError`; that of `lastCheck` too.
    package func publish(
        _ stage: Stage,
        lastCheck: () throws(PresentationError) -> Void = {}
    ) throws(PresentationError) -> Outcome {
        try stageCalls { () throws(SystemCallError) in try stage.synchronize() }
        try lastCheck()
        // Each turn answers to what another process did between our look and our rename.
        for _ in 0..<16 {
            // An absent or empty directory is taken; rename(2) refuses one that holds anything.
            if unsafe rename(stage.tree, location.path) == 0 {
                try synchronizeParent()
                return .published
            }
            switch errno {
            case ENOTEMPTY, EEXIST:
                if let outcome = try replace(with: stage) { return outcome }
            case EBUSY: throw .output(path: location.path, reason: "it is a mount point or in use")
            default: throw .outputSystem(SystemCallError("rename", path: location.path))
            }
        }
        throw .outputSystem(SystemCallError("rename", path: location.path, code: EAGAIN))
    }

    /// Whether a directory is a result: it has a playlist at its top, or where the stage has its entry; among what is read, only that.
    ///
    /// What is none is somebody's folder, and is not deleted.
    private func isResult(_ directory: String) throws(PresentationError) -> Bool {
        if let entry, Directory.status(of: entry.path(under: directory))?.isRegularFile == true {
            return true
        }
        guard !location.isInInput || entry == nil else { return false }
        let names = try stageCalls { () throws(SystemCallError) in try Directory.names(in: directory) }
        return names.contains { $0.lowercased().hasSuffix(".m3u8") }
    }

    /// Puts the stage in the place of a result that is there; nil if that one is gone now.
    private func replace(with stage: Stage) throws(PresentationError) -> Outcome? {
        guard overwrites else { return try check(stage) ? nil : .unchanged }
        if unsafe fairlead_rename_exchange(stage.tree, location.path) == 0 {
            try synchronizeParent()
            return .replaced
        }
        switch errno {
        case ENOENT: return nil
        case EINVAL:
            throw .output(
                path: location.path,
                reason: "its file system cannot exchange two directories in one step"
            )
        default: throw .outputSystem(SystemCallError("renameat2", path: location.path))
        }
    }

    /// What stands where the stage is to go.
    private enum Standing {
        case free
        case equal
        case different(String)
    }

    private func standing(of stage: Stage) throws(PresentationError) -> Standing {
        guard let status = Directory.status(of: location.path) else { return .free }
        guard status.isDirectory else { throw .output(path: location.path, reason: "it is no directory") }
        // Of a killed run that read this result and was to publish in it.
        Stage.collectDeadStages(in: location.path)
        let names = try stageCalls { () throws(SystemCallError) in try Directory.names(in: location.path) }
        if names.isEmpty { return .free }
        let comparison = TreeComparison(cancellation: cancellation)
        return try comparison.firstDifference(stage.tree, location.path).map(Standing.different) ?? .equal
    }

    private func synchronizeParent() throws(PresentationError) {
        try stageCalls { () throws(SystemCallError) in try Directory.synchronize(location.parent) }
    }
}
