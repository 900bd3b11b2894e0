import ProtectionTerms
import Testing

/// Changes to single fields of `pssh` boxes: in a section, box 0 is Widevine's and box 1 PlayReady's.
struct SystemHeaderMutationTests {
    private static let section = "out/init.mp4"

    /// Changes a UTF-16LE code unit of the PlayReady Header, at an offset from a text, to `unit` or by a bit.
    private static func mutation(
        _ name: String,
        _ text: String,
        at offset: Int,
        to unit: UInt8? = nil
    ) -> FragmentMutation {
        FragmentMutation(name, ["signalling init.mp4"]) { title in
            try title.editBytes(of: section) { bytes in
                let body = try BoxRanges(bytes).body("moov/pssh", 1)
                let wanted = text.utf8.flatMap { [$0, UInt8(0)] }
                let start = try #require(body.first { bytes[$0...].starts(with: wanted) })
                bytes[start + 2 * offset] = unit ?? bytes[start + 2 * offset] ^ 1
            }
        }
    }

    static let cbcs = [
        mutation("another namespace", "http://", at: 0, to: 0x48),
        mutation("no namespace", "xmlns", at: 0, to: 0x58),
        mutation("another version", "4.3.0.0", at: 2, to: 0x39),
        mutation("no version", "version", at: 0, to: 0x56),
        mutation("another ALGID", "AESCBC", at: 3, to: 0x58),
        mutation("no ALGID", "ALGID", at: 0, to: 0x61),
        mutation("no VALUE", "VALUE", at: 0, to: 0x76),
        mutation("another closing tag", "</DATA>", at: 2, to: 0x58),
        mutation("an element that is not closed", "</WRMHEADER>", at: 0, to: 0x1C),
        // After version and flags, SystemID, size of the data: field 2 of 16 bytes.
        FragmentMutation("a key id of Widevine", ["signalling init.mp4"]) {
            try $0.change(section, "moov/pssh", at: 26) { $0 ^= 1 }
        },
    ]

    @Test(arguments: cbcs)
    func isFoundOfCBCS(_ mutation: FragmentMutation) throws {
        let options = ProtectionOptions.sampleAES(systems: [.fairPlay, .widevine, .playReady])
        try mutation.check(try Title(sample: "fmp4/video/240p/index.m3u8", options))
    }

    /// The PlayReady Header of version 4.0 has a checksum of the key.
    static let cenc = [
        mutation("another checksum", "<CHECKSUM>", at: 10),
        mutation("no checksum in base64", "</CHECKSUM>", at: -1, to: 0x2A),
        mutation("another ALGID", "AESCTR", at: 3, to: 0x58),
    ]

    @Test(arguments: cenc)
    func isFoundOfCENC(_ mutation: FragmentMutation) throws {
        let options = ProtectionOptions(method: .sampleAESCTR, systems: [.widevine, .playReady])
        try mutation.check(try Title(sample: "fmp4/video/240p/index.m3u8", options))
    }
}
