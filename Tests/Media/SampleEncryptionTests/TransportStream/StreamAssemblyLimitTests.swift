import Testing
import TransportStreams

@testable import SampleEncryption

struct StreamAssemblyLimitTests {
    /// Emulation prevention adds a byte to two at most: what was encrypted can be read back.
    @Test func readsBackWhatHasGrown() {
        let limits = [false, true].map { isProtected in
            StreamAssembly(
                pid: PacketIdentifier(0x100),
                codec: .avc,
                isProtected: isProtected,
                mayBeginInside: false,
                storage: []
            ).sizeLimit
        }
        #expect(limits[0] == 32 << 20)
        #expect(limits[1] == limits[0] / 2 * 3)
    }
}
