import Testing

@testable import Inspection

/// Kinds of files that are not playlists, by their first bytes.
struct FileKindTests {
    private static let packet = [0x47] + [UInt8](repeating: 0xFF, count: 187)

    static let cases: [(String, [UInt8], FileKind?)] = [
        ("nothing", [], .empty),
        ("a playlist", Array("#EXTM3U\n".utf8), nil),
        ("a playlist behind a byte order mark", [0xEF, 0xBB, 0xBF] + Array("#EXTM3U\n".utf8), nil),
        ("other text", Array("Good morning".utf8), nil),
        ("UTF-16, little endian", [0xFF, 0xFE, 0x23, 0], .wideText),
        ("UTF-16, big endian", [0xFE, 0xFF, 0, 0x23], .wideText),
        ("UTF-16 without byte order mark", [0x23, 0, 0x45, 0], .wideText),
        ("two packets", packet + packet, .transportStream),
        ("one packet", packet, .transportStream),
        ("packets of 192 bytes", [0, 0, 0, 0] + packet + [0, 0, 0, 0] + packet, .transportStream),
        (
            "packets of 204 bytes", packet + [UInt8](repeating: 0, count: 16) + packet, .transportStream
        ),
        ("a file type box", [0, 0, 0, 24] + Array("ftypisom".utf8), .isoBaseMedia),
        ("a movie fragment", [0, 0, 0, 24] + Array("moof".utf8), .isoBaseMedia),
        ("an ID3 tag", Array("ID3".utf8) + [4, 0, 0], .packedAudio),
        ("WebVTT", Array("WEBVTT\n".utf8), .webVTT),
        ("DASH", Array("<?xml version=\"1.0\"?><MPD type=\"static\">".utf8), .dash),
        ("CPIX", Array("<?xml version=\"1.0\"?><cpix:CPIX>".utf8), .cpix),
        ("XML", Array("\n <html>".utf8), .xml),
        ("JSON", Array("{\"a\":1}".utf8), .json),
    ]

    @Test(arguments: cases)
    func looksLike(name: String, bytes: [UInt8], kind: FileKind?) {
        #expect(FileKind.sniff(bytes[...]) == kind, "\(name)")
    }
}
