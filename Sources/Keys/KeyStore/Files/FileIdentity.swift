import Glibc

/// Which file stands at a path, whatever its name: two paths with one identity are one file.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// That of the file at `path`, behind symbolic links; nil where there is none.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
