import Glibc
import Presentations

/// Replaces files where they are, each by one rename.
///
/// New files are written beside the old ones before the first rename, so that a full disk or a closed folder changes
/// nothing. A symbolic link stays one: the file behind it is replaced. The mode of a file is kept.
///
/// What is written into one file follows from what was read of the others, so that all that were read are locked, and looked at
/// again then: of two runs over one tree the second one ends before it replaces anything.
struct InPlacePublisher {
    /// A file of the tree with its new bytes.
    struct Replacement {
        let path: TreePath
        /// The bytes that were read.
        let old: [UInt8]
        let new: [UInt8]
    }

    let root: String
    let cancellation: Cancellation
    /// How a run that fails in the middle can be completed.
    var completion = RewriteError.Completion.sameCommand
    /// Locks a descriptor, or fails at once.
    var lock = WaitingFile.lock

    /// Replaces the files that changed, in the order that is given.
    ///
    /// - Parameters:
    ///   - replacements: all files that were read; those with equal bytes are not touched, but are on the disk afterwards.
    ///   - beforeReplacing: called when all new files are complete and all files are as they were read, before the first is
    ///     replaced.
    /// - Throws: `PresentationError`, which names the files that are new already when the run failed in the middle.
    func publish(
        _ replacements: [Replacement],
        beforeReplacing: () throws(PresentationError) -> Void
    ) throws(PresentationError) {
        var files: [WaitingFile] = []
        defer { for file in files { file.remove() } }
        var firstOfFile: [String: Replacement] = [:]
        for replacement in replacements {
            let path = try LinkCheck.path(of: replacement.path, under: root)
            let real = Directory.realPath(of: path) ?? path
            if let first = firstOfFile.updateValue(replacement, forKey: real) {
                guard first.new == replacement.new else {
                    throw .rewrite(.oneFileForTwoPlaylists(first.path, replacement.path))
                }
                continue
            }
            files.append(try WaitingFile(of: replacement, at: real, lock: lock))
        }
        for file in files { try file.checkIsAsRead() }
        // A run that was killed may have renamed them, and no more.
        for folder in Set(files.filter { !$0.isNew }.map(\.folder)).sorted() {
            try stageCalls { () throws(SystemCallError) in try Directory.synchronize(folder) }
        }
        try cancellation.check()
        try beforeReplacing()
        try rename(files.filter(\.isNew))
    }

    private func rename(_ files: [WaitingFile]) throws(PresentationError) {
        var done: [TreePath] = []
        for file in files {
            do {
                try file.replace()
            } catch {
                throw done.isEmpty ? error : .rewrite(.partlyReplaced(done, error, completion))
            }
            done.append(file.path)
        }
    }
}
