import HLSPackaging
import SampleEncryption
import Testing

@testable import HLSVerification

/// `pssh` boxes that are changed in one place: box 0 of a section is Widevine's, box 1 PlayReady's.
struct SystemHeaderMutationTests {
    private static let section = "out/init.mp4"

    /// Changes the unit of UTF-16LE at an offset from a text in the PlayReady Header.
    private static func changing(_ text: String, at offset: Int, to unit: UInt8)
        -> @Sendable (Title) throws -> Void
    {
        { title in
            try title.editBytes(of: section) { bytes in
                let body = try BoxPlaces(bytes).body("moov/pssh", 1)
                let wanted = text.utf8.flatMap { [$0, 0] }
                let place = try #require(body.first { bytes[$0...].starts(with: wanted) })
                bytes[place + 2 * offset] = unit
            }
        }
    }

    static let cbcs = [
        FragmentMutation("another namespace", ["signalling init.mp4"], changing("http://", at: 0, to: 0x48)),
        FragmentMutation("no namespace", ["signalling init.mp4"], changing("xmlns", at: 0, to: 0x58)),
        FragmentMutation("another version", ["signalling init.mp4"], changing("4.3.0.0", at: 2, to: 0x39)),
        FragmentMutation("no version", ["signalling init.mp4"], changing("version", at: 0, to: 0x56)),
        FragmentMutation("another ALGID", ["signalling init.mp4"], changing("AESCBC", at: 3, to: 0x58)),
        FragmentMutation("no ALGID", ["signalling init.mp4"], changing("ALGID", at: 0, to: 0x61)),
        FragmentMutation("no VALUE", ["signalling init.mp4"], changing("VALUE", at: 0, to: 0x76)),
        FragmentMutation(
            "another closing tag",
            ["signalling init.mp4"],
            changing("</DATA>", at: 2, to: 0x58)
        ),
        FragmentMutation(
            "an element that is not closed",
            ["signalling init.mp4"],
            changing("</WRMHEADER>", at: 0, to: 0x1C)
        ),
        // Behind version and flags, SystemID, size of the data: field 2 of 16 bytes.
        FragmentMutation("a key id of Widevine", ["signalling init.mp4"]) {
            try $0.change(section, "moov/pssh", at: 26) { $0 ^= 1 }
        },
    ]

    @Test(arguments: cbcs)
    func isFoundOfCBCS(_ mutation: FragmentMutation) throws {
        let options = ProtectionOptions.sampleAES(systems: [.fairPlay, .widevine, .playReady])
        try mutation.check(try Title(sample: "fmp4/video/240p/index.m3u8", options))
    }

    /// PlayReady's of version 4.0 has a checksum of the key.
    static let cenc = [
        FragmentMutation(
            "another checksum",
            ["signalling init.mp4"],
            changing("<CHECKSUM>", at: 10, to: 0x2B)
        ),
        FragmentMutation(
            "no checksum in base64",
            ["signalling init.mp4"],
            changing("</CHECKSUM>", at: -1, to: 0x2A)
        ),
        FragmentMutation("another ALGID", ["signalling init.mp4"], changing("AESCTR", at: 3, to: 0x58)),
    ]

    @Test(arguments: cenc)
    func isFoundOfCENC(_ mutation: FragmentMutation) throws {
        let options = ProtectionOptions(method: .sampleAESCTR, systems: [.widevine, .playReady])
        try mutation.check(try Title(sample: "fmp4/video/240p/index.m3u8", options))
    }
}
