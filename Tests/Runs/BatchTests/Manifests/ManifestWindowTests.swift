import Failures
import TestRandomness
import Testing

@testable import Batch

/// Manifests that are read in pieces, of which records and scalars lie in several.
struct ManifestWindowTests {
    private static let texts: [(ManifestFormat, String)] = [
        (.csv, "\u{FEFF}content_id,input,note\r\n\r\na,\"b\nc\",\"\"\"\"\r\nd,e,\u{1F3AC}\r\n\r\nf,g,"),
        (.csv, "content_id,input\na,b\nc,\"d"), (.csv, "content_id,input\na,b\rc"),
        (.csv, "content_id,input\na,\"b\"\r"), (.csv, "content_id,input\na,b\"c\n"),
        (.csv, "content_id,input\na,\"b\"c\n"), (.csv, "content_id;input\na;b\n"),
        (.csv, "content_id,input\n\na,b\n\nc,d\na,e\n"), (.csv, "content_id,input\na,b,c\n"), (.csv, ""),
        (.csv, "content_id,input\na,\u{0}\n"), (.csv, "\n\n"), (.csv, "content_id,input"),
        (
            .jsonLines,
            "\u{FEFF}\n{\"content_id\":\"a\",\"input\":[\"\u{1F3AC}\",\"c\"]}\r\n \n{\"content_id\":2,\"input\":\"x\"}"
        ),
        (.jsonLines, "{\"content_id\":\"a\",\"input\":\"b\"}\n{\"content_id\":\"a\",\"input\":\"c\"}\n"),
        (.jsonLines, "{\"content_id\":\"a\",\"input\":\"b\"}\n{\"content_id\":"), (.jsonLines, "\r\n\u{0}"),
        (.yaml, "\u{FEFF}- {content_id: a, input: \u{1F3AC}}\n- {content_id: b, input: [c, d]}\n"),
        (.yaml, "- {content_id: a, input: b}\n- {content_id: a, input: c}\n"),
    ]

    private static func outcome(_ text: [UInt8], _ format: ManifestFormat, piece: Int) -> String {
        var limits = ManifestLimits.standard
        limits.pieceByteCount = piece
        do {
            let manifest = try Manifest(bytes: text, format: format, source: "m", limits: limits)
            let written = String(decoding: try manifest.contents(of: manifest.titles), as: UTF8.self)
            return try "\(manifest.titles) \(manifest.columns) \(manifest.digest) \(written)"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: texts)
    func `Pieces of any size give the same titles and errors`(format: ManifestFormat, text: String) {
        let bytes = Array(text.utf8)
        let expected = Self.outcome(bytes, format, piece: 1 << 18)
        for piece in 1...max(2, bytes.count) {
            #expect(Self.outcome(bytes, format, piece: piece) == expected, "pieces of \(piece) bytes")
        }
        // Bytes that are no UTF-8 are found wherever they are; of two faults, one may be in a later piece.
        guard expected.contains("ManifestTitle") else { return }
        for index in bytes.indices where index == 0 || bytes[index - 1] != UInt8(ascii: "\r") {
            var damaged = bytes
            damaged[index] = 0xFF
            let expected = Self.outcome(damaged, format, piece: 1 << 18)
            for piece in [1, 5] {
                #expect(
                    Self.outcome(damaged, format, piece: piece) == expected,
                    "byte \(index), pieces of \(piece)"
                )
            }
        }
    }

    @Test func `Titles are read in any order`() throws {
        var text = "content_id,input,note\n"
        for index in 0..<5000 {
            text += "t\(index),\(index).mp4,\"\(String(repeating: "x\n", count: index % 50))\"\n"
        }
        let manifest = try Manifest(bytes: Array(text.utf8), format: .csv, source: "m")
        let cursor = try manifest.makeCursor()
        for index in (0..<5000).shuffled() {
            let title = try cursor.title(at: index)
            #expect(title.contentID == "t\(index)" && title.index == index)
            #expect(title.values("input") == ["\(index).mp4"])
        }
        #expect(try cursor.title(at: 51).line == 2 + 51 + (0..<50).reduce(0, +))
    }

    @Test(arguments: ["csv", "jsonl"])
    func `A file that is modified meanwhile is refused`(ending: String) throws {
        let folder = try Folder()
        let text = ["csv": "content_id,input\na,b\nc,d\n", "jsonl": "{\"content_id\":1,\"input\":2}\n"]
        let path = try folder.write("m.\(ending)", Array(try #require(text[ending]).utf8))
        let manifest = try Manifest.load(file: path)
        let cursor = try manifest.makeCursor()
        #expect(try cursor.title(at: 0).line > 0)
        _ = try folder.write("m.\(ending)", Array(try #require(text[ending]).utf8) + [0x0A])
        #expect(throws: RunFailure.manifestModified(path)) { try cursor.title(at: 0) }
    }
}
