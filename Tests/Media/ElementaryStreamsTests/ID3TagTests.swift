import Bitstreams
import ElementaryStreams
import Testing

/// ID3 tags written by hand from id3.org's "ID3v2.4.0 main structure" and RFC 8216, 3.4.
struct ID3TagTests {
    private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]

    private static func frame(_ body: [UInt8], as identifier: String = "PRIV", size: UInt8? = nil) -> [UInt8]
    {
        Array(identifier.utf8) + [0, 0, 0, size ?? UInt8(body.count), 0, 0] + body
    }

    private static func tag(_ body: [UInt8], version: UInt8 = 4, flags: UInt8 = 0) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags, 0, 0, UInt8(body.count >> 7), UInt8(body.count & 0x7F)] + body
    }

    private func timestamp(_ bytes: [UInt8]) throws(ParseError) -> UInt64? {
        let header = try ID3TagHeader(bytes.prefix(10), at: 0)
        let tag = try ID3Tag(header, body: bytes.dropFirst(10), at: 10)
        return try TransportStreamTimestamp(tag, at: 0)?.value
    }

    @Test func readsTimestamp() throws {
        let time: [UInt8] = [0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE]
        let private1 = Self.frame(Array("other".utf8) + [0, 1])
        let private2 = Self.frame(Self.owner + time)
        #expect(try timestamp(Self.tag(private1 + private2 + [0, 0, 0])) == 0x1_FFFF_FFFE)
        #expect(try timestamp(Self.tag(private2, version: 3)) == 0x1_FFFF_FFFE)
        #expect(try timestamp(Self.tag(private1)) == nil)
    }

    @Test func readsNoFramesOfTagsItDoesNotKnow() throws {
        #expect(try timestamp(Self.tag([0xFF, 0xFF], version: 2)) == nil)
        #expect(try timestamp(Self.tag([0xFF, 0xFF], flags: 0x80)) == nil)
        #expect(try timestamp(Self.tag([0xFF, 0xFF], flags: 0x40)) == nil)
    }

    @Test func knowsItsSize() throws {
        let header = try ID3TagHeader(Array("ID3".utf8) + [4, 0, 0x10, 0x01, 0x02, 0x03, 0x04], at: 0)
        #expect(header.bodySize == 1 << 21 + 2 << 14 + 3 << 7 + 4)
        #expect(header.remainingSize == header.bodySize + 10)
    }

    @Test(
        arguments: [
            ("identifier", Array("ID4".utf8) + [4, 0, 0, 0, 0, 0, 0], 0),
            ("version 255", Array("ID3".utf8) + [0xFF, 0, 0, 0, 0, 0, 0], 3),
            ("unknown flag", Array("ID3".utf8) + [4, 0, 1, 0, 0, 0, 0], 5),
            ("size with a high bit", Array("ID3".utf8) + [4, 0, 0, 0, 0, 0x80, 0], 6),
            ("9 bytes", Array("ID3".utf8) + [4, 0, 0, 0, 0, 0], 6),
            ("frame past the tag", tag(frame([1, 2, 3], size: 9)), 20),
            ("frame size with a high bit", tag(frame([1, 2, 3], size: 0x83)), 14),
            ("frame identifier", tag(frame([1], as: "PRiV")), 10),
            ("padding", tag(frame([1]) + [0, 0, 1]), 23),
            ("timestamp of 7 bytes", tag(frame(owner + [0, 0, 0, 0, 0, 0, 0])), 0),
            ("timestamp of 34 bits", tag(frame(owner + [0, 0, 0, 2, 0, 0, 0, 0])), 0),
        ] as [(String, [UInt8], UInt64)]
    )
    func refuses(name: String, bytes: [UInt8], offset: UInt64) {
        let error = #expect(throws: ParseError.self) { try timestamp(bytes) }
        #expect(error?.offset == offset, "\(name)")
    }
}
