package import Failures
import Glibc

/// Keeps SQLite's files off file systems on which its locks are not reliable.
package enum NetworkFileSystem {
    /// Throws if a path is on a network file system; the file or directories at its end need not exist.
    package static func requireLocal(_ path: String, mounts: MountTable) throws(RunFailure) {
        guard let type = mounts.networkFileSystem(over: resolved(path)) else { return }
        throw .networkFileSystem(path: path, type: type)
    }

    /// Returns the absolute path, with links resolved as far as the path exists.
    package static func resolved(_ path: String) -> String {
        var existing = path
        var missing = ""
        while true {
            if let resolvedPath = unsafe realpath(existing.isEmpty ? "." : existing, nil) {
                defer { unsafe free(resolvedPath) }
                let realPath = unsafe String(cString: resolvedPath)
                return missing.isEmpty ? realPath : (realPath == "/" ? "" : realPath) + "/" + missing
            }
            let utf8 = existing.utf8
            guard !existing.isEmpty else { return path }
            // Splits by bytes, as the kernel does.
            guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else {
                missing = existing + (missing.isEmpty ? "" : "/" + missing)
                existing = ""
                continue
            }
            let name = String(existing[utf8.index(after: slash)...])
            if !name.isEmpty { missing = name + (missing.isEmpty ? "" : "/" + missing) }
            existing = slash == utf8.startIndex ? "/" : String(existing[..<slash])
        }
    }
}
