import Glibc
import LoopbackServers
import Presentations
import TextFormats

/// The files of a served folder: only regular files under it, and none that is reached through a link.
package final class ServedFolder: Sendable {
    /// The maximum length of a playlist, in bytes.
    static let playlistLimit: UInt64 = 16 << 20

    private let root: Int32
    private let hiddenFiles: [FileStatus]

    /// Opens a folder, or returns nil with the reason in `errno`.
    ///
    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - secrets: the paths of files that are not served under any name.
    package init?(path: String, hiding secrets: [String] = []) {
        hiddenFiles = secrets.compactMap { Directory.status(of: $0) }
        root = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return nil }
    }

    deinit { if root >= 0 { close(root) } }

    /// An open file, closed with the value.
    struct File: ~Copyable {
        let descriptor: Int32
        let byteCount: UInt64

        /// Returns the descriptor, which the caller has to close.
        consuming func releaseDescriptor() -> Int32 {
            let descriptor = descriptor
            discard self
            return descriptor
        }

        deinit { close(descriptor) }
    }

    /// Opens a file.
    ///
    /// Each path component is opened separately and without following links, so that no file outside the
    /// folder is reached, even if someone changes the folder meanwhile.
    ///
    /// - Parameter path: the path relative to the folder, percent-encoded.
    /// - Returns: the file, or nil if there is no such regular file.
    func open(_ path: String) -> File? {
        guard let names = Self.components(path), let last = names.last else { return nil }
        var folder = fcntl(root, F_DUPFD_CLOEXEC, 0)
        guard folder >= 0 else { return nil }
        for name in names.dropLast() {
            let next = unsafe openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            close(folder)
            guard next >= 0 else { return nil }
            folder = next
        }
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let descriptor = unsafe openat(
            folder,
            last,
            O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        )
        close(folder)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            !hiddenFiles.contains(where: { $0.isSameFile(as: FileStatus(status)) }),
            let count = UInt64(exactly: status.st_size)
        else {
            close(descriptor)
            return nil
        }
        return File(descriptor: descriptor, byteCount: count)
    }

    /// Returns the decoded components of a path, or nil if the path is not acceptable.
    ///
    /// A component may not be empty, `.` or `..`, contain a slash or a zero byte, or have more than 255
    /// bytes; there are at most 64.
    static func components(_ path: String) -> [String]? {
        var names: [String] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let name = PercentEncoding.decode(part), !name.isEmpty, name != ".", name != "..",
                !name.utf8.contains(0), !name.utf8.contains(UInt8(ascii: "/")), name.utf8.count <= 255
            else { return nil }
            names.append(name)
        }
        return names.count <= 64 ? names : nil
    }

    /// Reads a whole playlist.
    ///
    /// - Parameter file: the open file.
    /// - Returns: the bytes, or nil if the file is larger than ``playlistLimit`` or cannot be read.
    static func contents(of file: borrowing File) -> [UInt8]? {
        guard file.byteCount <= playlistLimit else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(file.byteCount))
        var count = 0
        while count < bytes.count {
            let readCount = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    file.descriptor,
                    bytes.baseAddress?.advanced(by: count),
                    bytes.count - count,
                    off_t(count)
                )
            }
            if readCount < 0, errno == EINTR { continue }
            guard readCount > 0 else { return nil }
            count += readCount
        }
        return bytes
    }

    /// Indicates whether a file name is that of a playlist (RFC 8216 section 4).
    static func isPlaylist(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".m3u8") || name.hasSuffix(".m3u")
    }

    /// Indicates whether a file is served.
    ///
    /// - Parameter name: the name in the folder, as on disk.
    /// - Returns: true for a regular file; false also for a link.
    package func has(_ name: String) -> Bool {
        let file = open(PercentEncoding.encode(name))
        return file != nil
    }

    /// Returns the media type for a file name (RFC 8216 section 4, and common practice for segments).
    static func contentType(_ name: String) -> String {
        switch name.lowercased().split(separator: ".").last {
        case "m3u8", "m3u": "application/vnd.apple.mpegurl"
        case "ts": "video/mp2t"
        case "mp4", "m4s", "m4v", "cmfv": "video/mp4"
        case "m4a", "cmfa": "audio/mp4"
        case "aac": "audio/aac"
        case "ac3": "audio/ac3"
        case "ec3": "audio/eac3"
        case "mp3": "audio/mpeg"
        case "vtt", "webvtt": "text/vtt"
        case "json": "application/json"
        case "html": "text/html; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
