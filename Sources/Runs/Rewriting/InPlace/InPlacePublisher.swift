import Failures
import Glibc
import Presentations

/// Replaces the playlists of a tree in place, each by one rename.
///
/// New files are written beside the old ones before the first rename, so that a full disk or a folder without
/// write permission changes nothing. If a file is a symbolic link, its target is replaced. The mode of a file
/// is kept.
///
/// The new bytes of a file depend on the other files that were read. All of these are therefore locked, and
/// then compared with what was read: of two runs over one tree, the second fails before it replaces anything.
struct InPlacePublisher {
    /// A file of the tree with its old and new bytes.
    struct Replacement {
        let path: TreePath
        /// The bytes that were read.
        let old: [UInt8]
        let new: [UInt8]
    }

    let root: String
    let cancellation: Cancellation
    /// The way to complete a run that fails after it has replaced some files.
    var completion = RewriteCompletion.sameCommand
    /// Locks a file descriptor without waiting.
    var lock = PendingReplacement.lock

    /// Replaces the files that changed, in the given order.
    ///
    /// - Parameters:
    ///   - replacements: all files that were read. Files with equal bytes are not replaced, but are on the
    ///     disk
    ///     afterwards.
    ///   - beforeReplacing: called once all new files are complete and all old ones are verified to be
    ///     unchanged,
    ///     before the first is replaced.
    /// - Throws: `RunFailure`, which names the files that were replaced already if the run failed
    ///   midway.
    func publish(
        _ replacements: [Replacement],
        beforeReplacing: () throws(RunFailure) -> Void
    ) throws(RunFailure) {
        var files: [PendingReplacement] = []
        defer { for file in files { file.remove() } }
        var firstOfFile: [String: Replacement] = [:]
        for replacement in replacements {
            let path = try LinkCheck.path(of: replacement.path, under: root)
            let realPath = Directory.realPath(of: path) ?? path
            if let first = firstOfFile.updateValue(replacement, forKey: realPath) {
                guard first.new == replacement.new else {
                    throw .oneFileForTwoPlaylists(first.path, replacement.path)
                }
                continue
            }
            files.append(try PendingReplacement(of: replacement, at: realPath, lock: lock))
        }
        for file in files { try file.checkIsAsRead() }
        // A killed run may have renamed these files without synchronizing their folders.
        for folder in Set(files.filter { !$0.isChanged }.map(\.folder)).sorted() {
            try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
                try Directory.synchronize(folder)
            }
        }
        try cancellation.check()
        try beforeReplacing()
        try rename(files.filter(\.isChanged))
    }

    private func rename(_ files: [PendingReplacement]) throws(RunFailure) {
        var replaced: [TreePath] = []
        for file in files {
            do {
                try file.replace()
            } catch {
                throw replaced.isEmpty ? error : .partlyReplaced(replaced, error, completion)
            }
            replaced.append(file.path)
        }
    }
}
