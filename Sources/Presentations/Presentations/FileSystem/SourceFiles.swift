import Bitstreams
package import Failures
import Glibc

/// The files of a clear presentation: in a directory, or generated while they are read.
package enum SourceFiles: Sendable {
    /// A directory, by its absolute path without symbolic links.
    case directory(String)
    /// A generated presentation, which is not on disk.
    case generated(GeneratedPresentation)

    /// The directory, or an empty string for a generated presentation.
    var root: String {
        switch self {
        case .directory(let root): root
        case .generated: ""
        }
    }

    /// Throws if a symbolic link leads out of the directory.
    func checkLink(_ file: TreePath) throws(RunFailure) {
        guard case .directory(let root) = self else { return }
        _ = try LinkCheck.path(of: file, under: root)
    }

    /// Opens a media file of the tree; no other thread may use the result.
    func open(_ file: TreePath) throws(SourceFileError) -> SourceFile {
        switch self {
        case .directory(let root):
            do throws(SystemCallError) {
                return SourceFile(try InputFile(path: file.path(under: root)))
            } catch {
                throw .system(error)
            }
        case .generated(let presentation):
            guard let source = presentation.media[file] else {
                throw .system(SystemCallError("open", path: file.description, code: ENOENT))
            }
            do throws(ByteSourceError) {
                return SourceFile(source, try source.makeReader())
            } catch {
                throw .byteSource(error)
            }
        }
    }

    /// Asks the kernel to read a part of a media file into its cache, before most of it is read.
    ///
    /// Errors are ignored: reading the file reports them.
    package func prefetch(_ range: Range<UInt64>, of file: TreePath) {
        guard case .directory(let root) = self else { return }
        try? InputFile(path: file.path(under: root)).prefetch(range)
    }

    /// Throws if a companion file (session data) cannot be opened.
    package func checkPresence(of file: TreePath) throws(RunFailure) {
        guard case .directory(let root) = self else { return }
        try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in
            _ = try InputFile(path: file.path(under: root)).size
        }
    }

    /// Returns the whole content of a playlist or companion file.
    ///
    /// - Parameters:
    ///   - file: its path in the tree.
    ///   - limit: the maximum size in bytes, checked only for files on disk.
    /// - Returns: the bytes of the file.
    /// - Throws: `RunFailure` if the file cannot be read or is too large.
    package func contents(of file: TreePath, limit: UInt64) throws(RunFailure) -> [UInt8] {
        switch self {
        case .directory(let root):
            return try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in
                try InputFile.contents(of: file.path(under: root), limit: limit)
            }
        case .generated(let presentation):
            guard let bytes = presentation.playlists[file] else {
                throw .input(SystemCallError("open", path: file.description, code: ENOENT))
            }
            return bytes
        }
    }

    /// Returns the present version of a media file, or nil if it is missing.
    ///
    /// For generated media, returns nil also if what they are generated from changed.
    package func currentVersion(of file: TreePath) -> FileVersion? {
        switch self {
        case .directory(let root): Directory.status(of: file.path(under: root))?.version
        case .generated(let presentation):
            presentation.media[file].flatMap { $0.isUnchanged() ? FileVersion(generatedSize: $0.size) : nil }
        }
    }
}
