import Bitstreams
import Glibc

/// The files of a clear presentation: in a directory, or made while they are read.
package enum SourceFiles: Sendable {
    /// Below a directory, absolute and without symbolic links.
    case directory(String)
    /// On no disk.
    case made(MadePresentation)

    /// The directory; empty of files that are on no disk.
    package var root: String {
        switch self {
        case .directory(let root): root
        case .made: ""
        }
    }

    /// Refuses a symbolic link that leads out of the directory.
    func checkLink(_ file: TreePath) throws(PresentationError) {
        guard case .directory(let root) = self else { return }
        _ = try LinkCheck.path(of: file, under: root)
    }

    /// Opens a media file.
    ///
    /// - Parameter file: its path in the tree.
    /// - Returns: the file; each thread opens its own.
    /// - Throws: `SourceFileError` for one that cannot be had.
    func open(_ file: TreePath) throws(SourceFileError) -> SourceFile {
        switch self {
        case .directory(let root):
            do throws(SystemCallError) {
                return SourceFile(try InputFile(path: file.path(under: root)))
            } catch {
                throw .system(error)
            }
        case .made(let presentation):
            guard let source = presentation.media[file] else {
                throw .system(SystemCallError("open", path: file.description, code: ENOENT))
            }
            do throws(ByteSourceFailure) {
                return SourceFile(source, try source.makeReader())
            } catch {
                throw .made(error)
            }
        }
    }

    /// Lets the system begin to read a part of a media file of which much is going to be read.
    ///
    /// Advice, and no more: what cannot be had is told by who reads it.
    package func prefetch(_ range: Range<UInt64>, of file: TreePath) {
        guard case .directory(let root) = self else { return }
        try? InputFile(path: file.path(under: root)).prefetch(range)
    }

    /// Refuses a presentation without a file that is carried along.
    package func checkPresence(of file: TreePath) throws(PresentationError) {
        guard case .directory(let root) = self else { return }
        try inputCalls { () throws(SystemCallError) in
            _ = try InputFile(path: file.path(under: root)).size
        }
    }

    /// The whole of a small file: a playlist, or one that is carried along.
    ///
    /// - Parameters:
    ///   - file: its path in the tree.
    ///   - limit: the bytes that it may have.
    /// - Returns: its bytes.
    /// - Throws: `PresentationError` for one that cannot be had.
    package func contents(of file: TreePath, limit: UInt64) throws(PresentationError) -> [UInt8] {
        switch self {
        case .directory(let root):
            return try inputCalls { () throws(SystemCallError) in
                try InputFile.contents(of: file.path(under: root), limit: limit)
            }
        case .made(let presentation):
            guard let bytes = presentation.playlists[file] else {
                throw .input(SystemCallError("open", path: file.description, code: ENOENT))
            }
            return bytes
        }
    }

    /// What tells whether a media file changed; nil of one that cannot be had or is not as it was.
    package func currentVersion(of file: TreePath) -> FileVersion? {
        switch self {
        case .directory(let root): Directory.status(of: file.path(under: root))?.version
        case .made(let presentation):
            presentation.media[file].flatMap { $0.isUnchanged() ? FileVersion(madeOf: $0.size) : nil }
        }
    }
}
