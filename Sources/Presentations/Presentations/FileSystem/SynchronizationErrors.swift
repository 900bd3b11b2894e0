import CLinux
import Glibc

/// Tells whether syncfs(2) reports write errors that occurred since its descriptor was opened.
///
/// It does since Linux 5.8 for file systems that write their files themselves. overlayfs passes the call to a
/// file system below, where no descriptor was kept open. FUSE does not receive the call.
enum SynchronizationErrors {
    /// The tested file systems, by `f_type` of statfs(2): ext2 to ext4, XFS, Btrfs, tmpfs.
    private static let fileSystems: Set<UInt32> = [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994]

    private static let kernelRelease: String = {
        var name = utsname()
        guard unsafe uname(&name) == 0 else { return "" }
        return unsafe withUnsafeBytes(of: &name.release) { field in
            unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
        }
    }()

    /// Indicates whether errors are reported for the file system of an open file; false if unknown.
    static func areReported(of descriptor: CInt) -> Bool {
        areReported(by: fairlead_file_system_type(descriptor), release: kernelRelease)
    }

    /// Indicates whether errors are reported for a file system type (`f_type`) and kernel release (uname(2)).
    ///
    /// False if unknown.
    static func areReported(by type: UInt32, release: String) -> Bool {
        let numbers = release.split(separator: ".", maxSplits: 2).prefix(2)
            .map { Int($0.prefix { ("0"..."9").contains($0) }) ?? 0 }
        guard numbers.count == 2, (numbers[0], numbers[1]) >= (5, 8) else { return false }
        return fileSystems.contains(type)
    }
}
