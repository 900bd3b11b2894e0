import CLinux
import Glibc

/// Whether syncfs(2) tells of what could not be written, since a descriptor was opened.
///
/// It does since Linux 5.8, for file systems that write their files themselves. One that is laid over others (overlayfs) hands
/// the call down, where nobody kept the descriptor; one in user space (FUSE) is not asked at all.
enum SynchronizationErrors {
    /// Numbers of `f_type`, statfs(2), that were proved: ext2 to ext4, XFS, Btrfs, tmpfs.
    private static let fileSystems: Set<UInt32> = [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994]

    private static let kernelRelease: String = {
        var name = utsname()
        guard unsafe uname(&name) == 0 else { return "" }
        return unsafe withUnsafeBytes(of: &name.release) { field in
            unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
        }
    }()

    /// Whether they are told for the file system that holds an open file; false if that is not known.
    static func areTold(of descriptor: CInt) -> Bool {
        areTold(by: fairlead_file_system_type(descriptor), release: kernelRelease)
    }

    /// Whether they are told.
    ///
    /// - Parameters:
    ///   - type: the kind of the file system, `f_type`.
    ///   - release: that of the kernel, as uname(2) says it.
    /// - Returns: whether it is known that they are.
    static func areTold(by type: UInt32, release: String) -> Bool {
        let numbers = release.split(separator: ".", maxSplits: 2).prefix(2)
            .map { Int($0.prefix { ("0"..."9").contains($0) }) ?? 0 }
        guard numbers.count == 2, (numbers[0], numbers[1]) >= (5, 8) else { return false }
        return fileSystems.contains(type)
    }
}
