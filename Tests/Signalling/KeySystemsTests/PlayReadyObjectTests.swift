import Bitstreams
import Foundation
import KeySystems
import ProtectionTerms
import Testing
import TextFormats

@Suite("PlayReady Objects")
struct PlayReadyObjectTests {
    private static let namespace = "http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader"

    private static let keyID = ShakaVectors.keyID
    private static let value = "MyIRAFVEd2aImaq7zN3u/w=="

    private func header(_ text: String, mark: Bool = false) throws -> PlayReadyHeader {
        let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
        let bytes = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return try PlayReadyHeader(parsing: bytes[...])
    }

    /// The object of the "PlayReady Header Specification", section 3.6.
    ///
    /// KID q5HgCTj40kGeNVhTH9Gexw==, CHECKSUM w+OZVr8vzrQ=.
    private static let microsoftObject =
        "XAMAAAEAAQBSAzwAVwBSAE0ASABFAEEARABFAFIAIAB4AG0AbABuAHMAPQAiAGgAdAB0AHAAOgAvAC8AcwBjAGgAZQ"
        + "BtAGEAcwAuAG0AaQBjAHIAbwBzAG8AZgB0AC4AYwBvAG0ALwBEAFIATQAvADIAMAAwADcALwAwADMALwBQAGwAYQB5"
        + "AFIAZQBhAGQAeQBIAGUAYQBkAGUAcgAiACAAdgBlAHIAcwBpAG8AbgA9ACIANAAuADAALgAwAC4AMAAiAD4APABEAE"
        + "EAVABBAD4APABQAFIATwBUAEUAQwBUAEkATgBGAE8APgA8AEsARQBZAEwARQBOAD4AMQA2ADwALwBLAEUAWQBMAEUA"
        + "TgA+ADwAQQBMAEcASQBEAD4AQQBFAFMAQwBUAFIAPAAvAEEATABHAEkARAA+ADwALwBQAFIATwBUAEUAQwBUAEkATg"
        + "BGAE8APgA8AEsASQBEAD4AcQA1AEgAZwBDAFQAagA0ADAAawBHAGUATgBWAGgAVABIADkARwBlAHgAdwA9AD0APAAv"
        + "AEsASQBEAD4APABDAEgARQBDAEsAUwBVAE0APgB3ACsATwBaAFYAcgA4AHYAegByAFEAPQA8AC8AQwBIAEUAQwBLAF"
        + "MAVQBNAD4APABMAEEAXwBVAFIATAA+AGgAdAB0AHAAcwA6AC8ALwBwAHIAbwBmAGYAaQBjAGkAYQBsAHMAaQB0AGUA"
        + "LgBrAGUAeQBkAGUAbABpAHYAZQByAHkALgBtAGUAZABpAGEAcwBlAHIAdgBpAGMAZQBzAC4AdwBpAG4AZABvAHcAcw"
        + "AuAG4AZQB0AC8AUABsAGEAeQBSAGUAYQBkAHkALwA8AC8ATABBAF8AVQBSAEwAPgA8AEMAVQBTAFQATwBNAEEAVABU"
        + "AFIASQBCAFUAVABFAFMAPgA8AEkASQBTAF8ARABSAE0AXwBWAEUAUgBTAEkATwBOAD4AOAAuADAALgAxADcAMAA1AC"
        + "4AMQA5ADwALwBJAEkAUwBfAEQAUgBNAF8AVgBFAFIAUwBJAE8ATgA+ADwALwBDAFUAUwBUAE8ATQBBAFQAVABSAEkA"
        + "QgBVAFQARQBTAD4APAAvAEQAQQBUAEEAPgA8AC8AVwBSAE0ASABFAEEARABFAFIAPgA="

    @Test("The object of Microsoft's specification")
    func specification() throws {
        let bytes = try #require(Data(base64Encoded: Self.microsoftObject))
        let object = try PlayReadyObject(parsing: Array(bytes)[...])
        let header = try #require(try object.headers().first)
        #expect(object.records.map(\.type) == [1])
        #expect(header.version == "4.0.0.0")
        // ab91e009 38f8 d241, read as little-endian fields.
        let id = try #require(UUID(uuidString: "09e091ab-f838-41d2-9e35-58531fd19ec7"))
        let checksum = try #require(Hexadecimal.decode("c3e39956bf2fceb4"))
        #expect(header.keys == [PlayReadyHeader.Key(id: id, algorithm: "AESCTR", checksum: checksum)])
        #expect(header.scheme == .cenc)
        #expect(object.bytes == Array(bytes))
    }

    @Test(
        "Headers of every version, as others write them",
        arguments: [
            "<WRMHEADER version='4.0.0.0'><DATA><KID>\n  \(value)\n</KID></DATA></WRMHEADER>",
            "<WRMHEADER version=\"4.1.0.0\"><DATA><PROTECTINFO><KID VALUE=\"\(value)\"/></PROTECTINFO></DATA></WRMHEADER>",
            "<WRMHEADER version = \"4.2.0.0\" ><DATA><PROTECTINFO><KIDS><KID  VALUE = \"\(value)\" ></KID ></KIDS></PROTECTINFO></DATA></WRMHEADER>",
            "<?xml version=\"1.0\"?><!-- > a --><WRMHEADER version=\"9.9\"><DATA><KID VALUE=\"\(value)\"></KID></DATA></WRMHEADER>",
            "<WRMHEADER version=\"4.3.0.0\"><DATA><KID VALUE=\"\(value.dropLast(2))\"></KID><LA_URL>http://a/?b&amp;c</LA_URL></DATA></WRMHEADER>",
            "<WRMHEADER version=\"4.3.0.0\"><DATA><CUSTOMATTRIBUTES><KID>x</KID><KID VALUE=\"y\"/></CUSTOMATTRIBUTES><KID VALUE=\"\(value)\"></KID></DATA></WRMHEADER>",
        ]
    )
    func lenient(text: String) throws {
        #expect(try header(text).keys.map(\.id) == [Self.keyID])
        #expect(try header(text, mark: true).keys.map(\.id) == [Self.keyID])
    }

    @Test(
        "What clients refuse is told",
        arguments: [
            ("xmlns=\"http://schemas\"", "version=\"4.3.0.0\"", "", 1),
            ("xmlns=\"\(namespace)\"", "version=\"4.4.0.0\"", "", 1),
            ("", "", "", 2), ("xmlns=\"\(namespace)\"", "version=\"4.3.0.0\"", " ALGID=\"AESCBC\"", 0),
            ("xmlns=\"\(namespace)\"", "version=\"4.3.0.0\"", " ALGID=\"AESXTS\"", 1),
            ("xmlns=\"\(namespace)\"", "version=\"4.3.0.0\"", " ALGIX=\"AESCBC\"", 1),
            ("xmlns=\"\(namespace)\"", "version=\"4.3.0.0\"", " CHECKSUM=\"AAAA\"", 1),
        ]
    )
    func faults(space: String, version: String, attribute: String, count: Int) throws {
        let text =
            "<WRMHEADER \(space) \(version)><DATA><PROTECTINFO><KIDS><KID\(attribute) VALUE=\"\(Self.value)\"></KID>"
            + "</KIDS></PROTECTINFO></DATA></WRMHEADER>"
        #expect(try header(text).faults.count == count)
    }

    @Test("Several keys")
    func severalKeys() throws {
        let text =
            "<WRMHEADER version=\"4.3.0.0\"><DATA><PROTECTINFO><KIDS><KID ALGID=\"AESCBC\" VALUE=\"\(Self.value)\"></KID>"
            + "<KID ALGID=\"AESCBC\" VALUE=\"zN3u/6q7iJl3ZlVEMyIRAA==\"></KID></KIDS></PROTECTINFO></DATA></WRMHEADER>"
        let header = try header(text)
        #expect(header.keys.map(\.id) == [Self.keyID, ShakaVectors.otherKeyID])
        #expect(header.keys.map(\.algorithm) == ["AESCBC", "AESCBC"])
        #expect(header.scheme == .cbcs)
    }

    @Test("A header without keys, and one without an algorithm")
    func optional() throws {
        #expect(try header("<WRMHEADER version=\"4.1.0.0\"></WRMHEADER>").keys == [])
        let bare =
            "<WRMHEADER version=\"4.3.0.0\"><DATA><KID VALUE=\"\(Self.value)\"></KID></DATA></WRMHEADER>"
        #expect(try header(bare).scheme == nil)
    }

    @Test(
        "What is no header is refused where it is wrong",
        arguments: [
            ("", 0), ("text", 0), ("<DATA></DATA>", 0), ("<WRMHEADER version=\"4.0.0.0\"", 0),
            ("<WRMHEADER version=></WRMHEADER>", 22), ("<WRMHEADER version=\"4.0.0.0></WRMHEADER>", 22),
            ("<WRMHEADER version=\"4.0.0.0\"></DATA>", 58), ("<WRMHEADER></WRMHEADER></X>", 46),
            ("<WRMHEADER version=\"4.0.0.0\"><DATA></DATA>", 84),
            ("<WRMHEADER><!-- --", 22), ("<WRMHEADER><!-->", 22),
            ("<WRMHEADER><KID VALUE=\"x\"/></WRMHEADER>", 22),
            ("<WRMHEADER><KID>MyIRAFVEd2aImaq7zN3u</KID></WRMHEADER>", 32),
        ] as [(String, UInt64)]
    )
    func malformedHeaders(text: String, offset: UInt64) throws {
        let error = try #require(throws: ParseError.self) { _ = try header(text) }
        #expect(error.offset == offset)
    }

    @Test("Half a unit")
    func oddBytes() throws {
        #expect(throws: ParseError.self) { try PlayReadyHeader(parsing: [0x3C, 0, 0x57]) }
    }

    @Test("Records of other types are kept and passed over")
    func records() throws {
        let header = PlayReadyHeader(keyID: Self.keyID, scheme: .cbcs)
        let object = PlayReadyObject(records: [
            PlayReadyObject.Record(type: 3, value: [1, 2, 3]),
            PlayReadyObject.Record(type: 1, value: header.bytes),
            PlayReadyObject.Record(type: 0xABCD, value: []),
        ])
        let read = try PlayReadyObject(parsing: object.bytes[...])
        #expect(read == object)
        #expect(try read.headers() == [header])
    }

    @Test("The offset of what is wrong in a header counts from the start of the object")
    func offsets() throws {
        let object = PlayReadyObject(records: [
            PlayReadyObject.Record(type: 3, value: [1, 2, 3]),
            PlayReadyObject.Record(type: 1, value: [0x3C, 0]),
        ])
        let error = try #require(throws: ParseError.self) { try object.headers(at: 100) }
        // A header of 6 bytes, one of 4, a value of 3, and a header of 4.
        #expect(error.offset == 117)
    }

    @Test(
        "Sizes that contradict each other",
        arguments: [
            ("", 0), ("0600", 0), ("060000000000ff", 0), ("070000000000", 0), ("060000000100", 6),
            ("0a0000000100" + "01000100", 10), ("0b0000000100" + "01000000" + "00", 10),
            ("0a0000000200" + "01000000", 10),
        ] as [(String, UInt64)]
    )
    func malformedObjects(text: String, offset: UInt64) throws {
        let bytes = try #require(Hexadecimal.decode(text))
        let error = try #require(throws: ParseError.self) { try PlayReadyObject(parsing: bytes[...]) }
        #expect(error.offset == offset)
    }
}
