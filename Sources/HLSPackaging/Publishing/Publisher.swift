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

    /// A publisher to a place; `overwrites` lets it replace a different result.
    package init(to location: OutputLocation, overwrites: Bool) {
        self.location = location
        self.overwrites = overwrites
    }

    /// Tells whether the stage may be published: throws when a different result is in the way.
    ///
    /// Asked before uses are recorded, so that a refused result leaves no trace in the key store.
    package func check(_ stage: Stage) throws(PackagingError) {
        guard !overwrites, case .different(let path) = try standing(of: stage) else { return }
        throw .differentResult(output: location.path, difference: path)
    }

    /// Publishes the stage's tree in one step; what it replaced is removed with the stage afterwards.
    package func publish(_ stage: Stage) throws(PackagingError) -> Outcome {
        try stageCalls { () throws(SystemCallError) in try synchronize(stage.tree) }
        // Each turn answers to what another process did between our look and our rename.
        for _ in 0..<16 {
            // An absent or empty directory is taken; rename(2) refuses one that holds anything.
            if unsafe rename(stage.tree, location.path) == 0 {
                try synchronizeParent()
                return .published
            }
            switch errno {
            case ENOTEMPTY, EEXIST: break
            case EBUSY: throw .output(path: location.path, reason: "it is a mount point or in use")
            default: throw .outputSystem(SystemCallError("rename", path: location.path))
            }
            switch try standing(of: stage) {
            case .free: continue
            case .equal: return .unchanged
            case .different(let path):
                guard overwrites else { throw .differentResult(output: location.path, difference: path) }
            }
            if unsafe fairlead_rename_exchange(stage.tree, location.path) == 0 {
                try synchronizeParent()
                return .replaced
            }
            if errno == EINVAL {
                throw .output(
                    path: location.path,
                    reason: "its file system cannot exchange two directories in one step"
                )
            }
            guard errno == ENOENT else {
                throw .outputSystem(SystemCallError("renameat2", path: location.path))
            }
        }
        throw .outputSystem(SystemCallError("rename", path: location.path, code: EAGAIN))
    }

    /// What stands where the stage is to go.
    private enum Standing {
        case free
        case equal
        case different(String)
    }

    private func standing(of stage: Stage) throws(PackagingError) -> Standing {
        guard let status = Directory.status(of: location.path) else { return .free }
        guard status.isDirectory else { throw .output(path: location.path, reason: "it is no directory") }
        return try stageCalls { () throws(SystemCallError) in
            if try Directory.names(in: location.path).isEmpty { return .free }
            return try TreeComparison.firstDifference(stage.tree, location.path).map(Standing.different)
                ?? .equal
        }
    }

    /// Waits until the staged files are on the disk: a rename must not outlive the bytes that it names.
    private func synchronize(_ tree: String) throws(SystemCallError) {
        let descriptor = unsafe open(tree, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemCallError("open", path: tree) }
        defer { close(descriptor) }
        guard fairlead_sync_file_system(descriptor) == 0 else { throw SystemCallError("syncfs", path: tree) }
    }

    private func synchronizeParent() throws(PackagingError) {
        try stageCalls { () throws(SystemCallError) in try Directory.synchronize(location.parent) }
    }
}
