import Glibc

/// The mounted file systems, according to `/proc/self/mountinfo` (proc(5)).
package struct MountTable {
    package struct Mount: Hashable {
        /// The mount point, an absolute path.
        package let point: String
        /// The type of the file system: `ext4`, `nfs4`, `fuse.sshfs`, ...
        package let type: String
    }

    /// The types of network file systems: some of them do not keep their promises about locks and
    /// synchronized writes.
    package static let networkTypes: Set<String> = [
        "9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "fhgfs", "glusterfs", "gpfs", "lustre",
        "ncpfs",
        "nfs", "nfs4", "ocfs2", "orangefs", "panfs", "pvfs2", "smb3", "smbfs", "virtiofs", "wekafs",
    ]
    /// The types of network file systems in user space, without the prefix `fuse.`.
    package static let networkFuseTypes: Set<String> = [
        "afp", "blobfuse", "blobfuse2", "ceph", "curlftpfs", "davfs", "gcsfuse", "glusterfs", "goofys",
        "juicefs",
        "moosefs", "mfs", "mount-s3", "mountpoint-s3", "rclone", "s3fs", "seaweedfs", "sshfs", "weed",
    ]

    /// The mounts, in the order of mounting.
    package let mounts: [Mount]

    /// Parses the lines of mountinfo, and skips lines of another form.
    package init(parsing text: String) {
        mounts = text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            // Optional fields are between the sixth field and a field that is a hyphen.
            guard fields.count > 6, let hyphen = fields[6...].firstIndex(of: "-"),
                fields.indices.contains(hyphen + 1)
            else { return nil }
            return Mount(point: Self.unescape(fields[4]), type: Self.unescape(fields[hyphen + 1]))
        }
    }

    /// Returns the mounts that this process sees; none if `/proc` is not mounted.
    package static func current() -> MountTable {
        MountTable(parsing: contents(of: "/proc/self/mountinfo"))
    }

    /// Returns the type of the network file system that contains an absolute path without links, or nil for a
    /// local one.
    ///
    /// If several file systems are mounted over each other, the newest counts.
    package func networkFileSystem(over path: String) -> String? {
        let containingMounts = mounts.filter { Self.isPath(path, in: $0.point) }
        let longestByteCount = containingMounts.map(\.point.utf8.count).max()
        guard let type = containingMounts.last(where: { $0.point.utf8.count == longestByteCount })?.type
        else { return nil }
        let isNetwork =
            Self.networkTypes.contains(type)
            || type.utf8.starts(with: "fuse.".utf8)
                && Self.networkFuseTypes.contains(String(type.dropFirst(5)))
        return isNetwork ? type : nil
    }

    private static func isPath(_ path: String, in point: String) -> Bool {
        guard point != "/" else { return true }
        guard path.utf8.starts(with: point.utf8) else { return false }
        let rest = path.utf8.dropFirst(point.utf8.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }

    /// Decodes blanks, line feeds and backslashes, which are written as a backslash and three octal digits.
    private static func unescape(_ field: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(field.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            let isEscape =
                byte == UInt8(ascii: "\\") && digits.count == 3
                && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
            if isEscape, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func contents(of path: String) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { _ = close(descriptor) }
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            contents += buffer.prefix(count)
        }
        return String(decoding: contents, as: UTF8.self)
    }
}
