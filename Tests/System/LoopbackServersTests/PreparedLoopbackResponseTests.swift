import NIOCore
import Testing
import WipedMemory

@testable import LoopbackServers

struct PreparedLoopbackResponseTests {
    /// The parts of a body that were already passed to the network are wiped, too.
    @Test func wipesWhatWasSent() throws {
        let bytes = ResponseBytes(SecretBytes(copying: Array("the key of a title".utf8)))
        let parts = [bytes.part(0, 7), bytes.part(7, 11)]
        #expect(
            parts.map { Array($0.readableBytesView) } == [Array("the key".utf8), Array(" of a title".utf8)]
        )
        bytes.wipe()
        #expect(parts.allSatisfy { $0.readableBytesView.allSatisfy { $0 == 0 } })
        #expect(parts.map(\.readableBytes) == [7, 11])
    }

    @Test(arguments: [(784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT")])
    func tellsTheTime(_ seconds: Int, _ text: String) {
        #expect(HTTPDateFormat.text(seconds) == text)
    }
}
