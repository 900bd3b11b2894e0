package import Glibc

/// The device and inode of a file: two paths with one identity lead to the same file.
package struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Reads the identity of the file at `path`, following symbolic links; nil if there is none.
    package init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Takes the identity of a file from its status.
    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
