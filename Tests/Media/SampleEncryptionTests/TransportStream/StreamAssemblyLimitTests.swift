import Testing
import TransportStreams

@testable import SampleEncryption

struct StreamAssemblyLimitTests {
    /// Emulation prevention adds at most one byte to two, so the limit for protected streams is 3/2 as large.
    @Test func readsBackWhatHasGrown() {
        let limits = [false, true].map { isProtected in
            PESPacketQueue(
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
