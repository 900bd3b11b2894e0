import MediaProbing
import Testing

@testable import Presentations

struct SampleContainerTests {
    /// Returns bytes with a sync byte at each of the offsets.
    private static func bytes(_ count: Int, syncAt offsets: [Int], first: UInt8 = 0x01) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes[0] = first
        for offset in offsets { bytes[offset] = 0x47 }
        return bytes
    }

    @Test(
        arguments: [
            ("188", bytes(600, syncAt: [0, 188, 376]), .transportStream),
            ("one packet of 188", bytes(188, syncAt: [0]), .transportStream),
            ("192", bytes(600, syncAt: [4, 196, 388]), .transportStream),
            ("one packet of 192", bytes(192, syncAt: [4]), .transportStream),
            (
                "192, whose times look like ADTS", bytes(600, syncAt: [4, 196, 388], first: 0xFF),
                .transportStream
            ),
            (
                "192, whose first time looks like a sync byte", bytes(600, syncAt: [0, 4, 196, 388]),
                .transportStream
            ),
            ("204", bytes(612, syncAt: [0, 204, 408]), .transportStream),
            ("a sync byte behind four others, once", bytes(600, syncAt: [4]), .unsupported(.unknown)),
            ("text", Array("WEBVTT\n\n".utf8), .text),
            ("text with a byte order mark", [0xEF, 0xBB, 0xBF] + Array("WEBVTT".utf8), .text),
            ("an ID3 tag", Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 63], .packedAudio),
            ("an init section", [0, 0, 0, 24] + Array("ftypiso6".utf8), .fragmentedMP4),
            ("a fragment", [0, 0, 0, 24] + Array("moof".utf8), .fragmentedMP4),
            ("nothing", [], .unsupported(.unknown)),
            ("zeros", [UInt8](repeating: 0, count: 400), .unsupported(.unknown)),
        ] as [(String, [UInt8], SampleContainer)]
    )
    func sniffs(name: String, bytes: [UInt8], expected: SampleContainer) {
        #expect(SampleContainer.sniff(bytes[...]) == expected, "\(name)")
    }
}
