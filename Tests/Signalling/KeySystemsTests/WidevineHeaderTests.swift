import Bitstreams
import ISOBaseMedia
import KeySystems
import Testing
import TextFormats

@Suite("Widevine headers")
struct WidevineHeaderTests {
    private static let id = "00112233445566778899aabbccddeeff"

    struct Message: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: String
        let header: WidevineHeader
        var testDescription: String { name }

        init(_ name: String, _ bytes: String, _ header: WidevineHeader) {
            self.name = name
            self.bytes = bytes
            self.header = header
        }
    }

    private static func keyID(_ text: String = id) -> [UInt8] { Hexadecimal.decode(text) ?? [] }

    /// Encoded by hand: a tag is the field number times 8 plus the wire type.
    static let messages = [
        Message("nothing", "", WidevineHeader(keyIDs: [])),
        Message("one key id", "1210" + id, WidevineHeader(keyIDs: [keyID()])),
        Message(
            "two key ids",
            "1210" + id + "1210" + String(id.reversed()),
            WidevineHeader(keyIDs: [keyID(), keyID(String(id.reversed()))])
        ),
        Message(
            "provider and content id",
            "1210" + id + "1a03616263" + "2202" + "00ff",
            WidevineHeader(keyIDs: [keyID()], provider: "abc", contentID: [0, 0xFF])
        ),
        Message("scheme", "48f3c6899b06", WidevineHeader(keyIDs: [], schemeType: "cbcs")),
    ]

    @Test("Messages, both ways", arguments: messages)
    func bothWays(message: Message) throws {
        let bytes = try #require(Hexadecimal.decode(message.bytes))
        #expect(try WidevineHeader(parsing: bytes[...]) == message.header)
        #expect(message.header.bytes == bytes)
    }

    @Test(
        "Other fields are passed over",
        arguments: [
            "0801",  // algorithm 1, AESCTR
            "09" + "0102030405060708",  // 64 bits in field 1
            "3d" + "01020304",  // 32 bits in field 7
            "5a00",  // nothing in field 11
            "82f07f02aabb",  // two bytes in field 261,632
            "8a9aacffff0f00",  // nothing in a field of the largest number
            "4800",  // no scheme
            "1001",  // an integer where a key id should be
        ]
    )
    func unknownFields(field: String) throws {
        let bytes = try #require(Hexadecimal.decode(field + "1210" + Self.id + field))
        #expect(try WidevineHeader(parsing: bytes[...]).keyIDs == [Self.keyID()])
        #expect(try WidevineHeader(parsing: bytes[...]).schemeType == nil)
    }

    @Test(
        "What is no message is refused where it is wrong",
        arguments: [
            ("12", 1), ("1210" + "0011", 2), ("08", 1), ("0880", 2), ("09010203", 1), ("3d0102", 1),
            ("0001", 0), ("0b", 0), ("0c", 0), ("0e", 0), ("0f", 0),
            ("12ffffffffffffffffff01", 11), ("08ffffffffffffffffffff01", 1), ("08ffffffffffffffffff7f", 1),
            ("48ffffffffff01", 0),
        ] as [(String, UInt64)]
    )
    func malformed(text: String, offset: UInt64) throws {
        let bytes = try #require(Hexadecimal.decode(text))
        let error = try #require(throws: ParseError.self) { try WidevineHeader(parsing: bytes[...]) }
        #expect(error.offset == offset)
    }
}
