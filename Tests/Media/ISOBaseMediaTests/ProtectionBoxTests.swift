import Bitstreams
import ISOBaseMedia
import Testing

struct ProtectionBoxTests {
    private static let keyID = [UInt8](0xA0...0xAF)
    private static let iv = [UInt8](0x10...0x1F)
    private static let system = [UInt8](0x20...0x2F)

    private static func parse(_ bytes: [UInt8]) throws(ParseError) -> Box {
        var reader = ByteReader(bytes[...])
        return try Box(&reader)
    }

    private static func encryption(
        _ pattern: (UInt8, UInt8),
        isProtected: Bool = true,
        size: Int = 0,
        constant: [UInt8]? = iv
    ) -> TrackEncryption {
        TrackEncryption(
            isProtected: isProtected,
            encryptedBlocks: pattern.0,
            skippedBlocks: pattern.1,
            perSampleIVSize: size,
            keyID: keyID,
            constantIV: constant
        )
    }

    @Test(
        arguments: [
            ("video of cbcs", encryption((1, 9)), 1, [0, 0x19, 1, 0] + keyID + [16] + iv),
            ("audio of cbcs", encryption((0, 0)), 1, [0, 0, 1, 0] + keyID + [16] + iv),
            (
                "8-byte vector", encryption((5, 5), constant: Array(iv.prefix(8))), 1,
                [0, 0x55, 1, 0] + keyID + [8] + iv.prefix(8)
            ),
            ("cenc", encryption((0, 0), size: 8, constant: nil), 0, [0, 0, 1, 8] + keyID),
            ("cens", encryption((1, 9), size: 16, constant: nil), 1, [0, 0x19, 1, 16] + keyID),
            (
                "clear", encryption((0, 0), isProtected: false, constant: nil), 0,
                [0, 0, 0, 0] + keyID
            ),
        ] as [(String, TrackEncryption, UInt8, [UInt8])]
    )
    func trackEncryption(name: String, value: TrackEncryption, version: UInt8, body: [UInt8]) throws {
        let bytes = fullBox("tenc", version: version, body)
        #expect(value.node.bytes == bytes)
        let parsed = try TrackEncryption(try Self.parse(bytes))
        #expect(parsed == value)
        // A sample group entry has the same fields.
        #expect(value.sampleGroupEntry == body)
        var reader = ByteReader((body + [1, 2])[...])
        #expect(try TrackEncryption(sampleGroupEntry: &reader) == value)
        #expect(reader.count == 2)
    }

    @Test(
        arguments: [
            ("version 2", 2, [0, 0, 1, 8] + keyID, 8),
            ("isProtected 2", 0, [0, 0, 2, 8] + keyID, 14),
            ("size 4", 0, [0, 0, 1, 4] + keyID, 15),
            ("size 17", 1, [0, 0, 1, 17] + keyID, 15),
            ("size without protection", 0, [0, 0, 0, 8] + keyID, 15),
            ("pattern 0:9", 1, [0, 9, 1, 8] + keyID, 13),
            ("key id cut short", 0, [0, 0, 1, 8] + keyID.dropLast(), 16),
            ("no constant vector", 1, [0, 0x19, 1, 0] + keyID, 32),
            ("constant vector of 12 bytes", 1, [0, 0x19, 1, 0] + keyID + [12] + iv, 32),
            ("constant vector cut short", 1, [0, 0x19, 1, 0] + keyID + [16] + iv.dropLast(), 33),
            ("byte too many", 0, [0, 0, 1, 8] + keyID + [0], 32),
        ] as [(String, UInt8, [UInt8], UInt64)]
    )
    func trackEncryptionIsRefused(name: String, version: UInt8, body: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) {
            try TrackEncryption(try Self.parse(fullBox("tenc", version: version, body)))
        }
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }

    @Test(
        arguments: [
            ("version 0", 0, [], [1, 2, 3], system + u32(3) + [1, 2, 3]),
            ("version 1", 1, [keyID, iv], [], system + u32(2) + keyID + iv + u32(0)),
            ("version 1 without key ids", 1, [], [], system + u32(0) + u32(0)),
        ] as [(String, UInt8, [[UInt8]], [UInt8], [UInt8])]
    )
    func systemHeader(name: String, version: UInt8, keyIDs: [[UInt8]], data: [UInt8], body: [UInt8]) throws {
        let bytes = fullBox("pssh", version: version, body)
        let parsed = try ProtectionSystemSpecificHeaderBox(try Self.parse(bytes))
        #expect(parsed.version == version)
        #expect(parsed.systemID == Self.system)
        #expect(parsed.keyIDs == keyIDs)
        #expect(parsed.data == data)
        #expect(parsed.bytes == bytes)
        let newBox = ProtectionSystemSpecificHeaderBox(systemID: Self.system, keyIDs: keyIDs, data: data)
        #expect(newBox.version == (keyIDs.isEmpty ? 0 : 1))
        #expect(newBox == parsed || name.hasSuffix("without key ids"))
    }

    @Test(
        arguments: [
            ("version 2", 2, system + u32(0), 8),
            ("no system", 0, Array(system.dropLast()), 12),
            ("key ids over the end", 1, system + u32(0x1000_0000) + keyID, 32),
            ("as many as 32 bits can say", 1, system + u32(.max) + keyID, 32),
            ("data over the end", 0, system + u32(.max) + [1], 32),
            ("byte too many", 0, system + u32(0) + [1], 32),
        ] as [(String, UInt8, [UInt8], UInt64)]
    )
    func systemHeaderIsRefused(name: String, version: UInt8, body: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) {
            try ProtectionSystemSpecificHeaderBox(try Self.parse(fullBox("pssh", version: version, body)))
        }
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }
}
