import CommandLineParts
import Glibc
import KeyStore
import LicenseFlows

/// A folder to serve, with the playlist in it that was named.
struct ServeInput {
    /// The path of the folder.
    let folder: String
    /// The name of the playlist in the folder, or nil if a folder was named.
    let playlist: String?
    let tree: ServedFolder

    /// Opens a folder, or the folder of a playlist.
    ///
    /// - Parameters:
    ///   - path: the path of a playlist or a folder.
    ///   - secrets: the files that are not served, whatever name they have in the folder.
    /// - Throws: `CommandFailure` if the path does not exist, or the playlist would not be served.
    init(_ path: String, hiding secrets: [String]) throws {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw CommandFailure(.missing, "\(path): \(Self.reason). Name a playlist or a folder.")
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            (folder, playlist) = (path, nil)
        } else if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
            folder = slash == path.startIndex ? "/" : String(path[..<slash])
            playlist = String(path[path.utf8.index(after: slash)...])
        } else {
            (folder, playlist) = (".", path)
        }
        guard let tree = ServedFolder(path: folder, hiding: secrets) else {
            throw CommandFailure(.missing, "\(folder): this folder cannot be read (\(Self.reason)).")
        }
        self.tree = tree
        guard let playlist, !tree.has(playlist) else { return }
        throw CommandFailure(.missing, "\(path): \(Self.fault(of: path))")
    }

    /// Returns the reason why an existing file is not served.
    private static func fault(of path: String) -> String {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return "\(reason)." }
        switch status.st_mode & S_IFMT {
        case S_IFLNK:
            return
                "this is a link (expected a file: no link is followed, so that nothing outside of the folder is served). "
                + "Name the file that it leads to."
        case S_IFREG: return "this file cannot be read. Give the user of this process permission to read it."
        default: return "this is not a regular file (expected a playlist). Name a playlist or a folder."
        }
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }
}
