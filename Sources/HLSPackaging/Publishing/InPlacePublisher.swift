import Glibc

/// Replaces files where they are, each by one rename.
///
/// New files are written beside the old ones before the first rename, so that a full disk or a closed folder changes
/// nothing. A symbolic link stays one: the file behind it is replaced. The mode of a file is kept.
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
    ///   - replacements: the files; those with equal bytes are not touched, but are on the disk afterwards.
    ///   - beforeReplacing: called when all new files are complete, before the first takes its place.
    /// - Throws: `PackagingError`, which names the files that are new already when the run failed in the middle.
    func publish(
        _ replacements: [Replacement],
        beforeReplacing: () throws(PackagingError) -> Void
    ) throws(PackagingError) {
        var waiting: [WaitingFile] = []
        defer { for file in waiting { file.remove() } }
        var firstOfFile: [String: Replacement] = [:]
        var unchangedFolders: Set<String> = []
        for replacement in replacements {
            let path = try LinkCheck.path(of: replacement.path, under: root)
            let real = Directory.realPath(of: path) ?? path
            if let first = firstOfFile.updateValue(replacement, forKey: real) {
                guard first.new == replacement.new else {
                    throw .rewrite(.oneFileForTwoPlaylists(first.path, replacement.path))
                }
                continue
            }
            guard replacement.old != replacement.new else {
                unchangedFolders.insert(Directory.parent(of: real) ?? "/")
                continue
            }
            waiting.append(try WaitingFile(of: replacement, at: real, lock: lock))
        }
        // A run that was killed may have renamed them, and no more.
        for folder in unchangedFolders.sorted() {
            try stageCalls { () throws(SystemCallError) in try Directory.synchronize(folder) }
        }
        try cancellation.check()
        try beforeReplacing()
        try rename(&waiting)
    }

    private func rename(_ waiting: inout [WaitingFile]) throws(PackagingError) {
        var done: [TreePath] = []
        while let file = waiting.first {
            do {
                try file.replace()
            } catch {
                throw done.isEmpty ? error : .rewrite(.partlyReplaced(done, error, completion))
            }
            done.append(file.path)
            waiting.removeFirst()
        }
    }
}
