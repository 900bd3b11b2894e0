import Testing

@testable import Presentations

/// File systems and kernels that report write errors at synchronization.
///
/// The numbers are those of statfs(2).
struct SynchronizationErrorsTests {
    @Test(
        arguments: [
            ("ext4", 0xEF53, true), ("XFS", 0x5846_5342, true), ("Btrfs", 0x9123_683E, true),
            ("tmpfs", 0x0102_1994, true), ("overlayfs", 0x794C_7630, false), ("FUSE", 0x6573_5546, false),
            ("NFS", 0x6969, false), ("SMB", 0xFE53_4D42, false), ("one that nobody knows", 1, false),
        ] as [(String, UInt32, Bool)]
    )
    func fileSystems(name: String, type: UInt32, areTold: Bool) {
        #expect(SynchronizationErrors.areReported(by: type, release: "6.1.0-18-amd64") == areTold, "\(name)")
    }

    /// syncfs(2), section "Versions".
    @Test(
        arguments: [
            ("5.8.0", true), ("5.8-rc1", true), ("5.10.0-28-amd64", true), ("10.0", true),
            ("5.7.19", false), ("4.19.0-26-amd64", false), ("6", false), ("", false), ("six.one", false),
        ]
    )
    func kernels(release: String, areTold: Bool) {
        #expect(SynchronizationErrors.areReported(by: 0xEF53, release: release) == areTold)
    }
}
