import Failures
import Foundation
import Testing
import TextFormats

@testable import Batch

/// Manifests as files: their extensions, digests, encodings and sizes.
struct ManifestFileTests {
    @Test(
        arguments: [
            ("m.csv", .csv), ("a/b.c/M.CSV", .csv), ("m.jsonl", .jsonLines), ("m.ndjson", .jsonLines),
            ("m.json", .jsonLines), ("m.yaml", .yaml), ("m.a.yml", .yaml), (".csv", .csv), ("m", nil),
            ("m.txt", nil), ("a.csv/m", nil), ("csv", nil), ("m.", nil), ("", nil), ("/", nil),
            ("m.csv/", .csv),
        ] as [(String, ManifestFormat?)]
    )
    func `The ending tells the format`(path: String, format: ManifestFormat?) {
        #expect(ManifestFormat(path: path) == format)
    }

    /// The digest is that of `printf 'content_id,input\na,b\n' | sha256sum`.
    @Test func `A file is read, and its digest taken`() throws {
        let folder = try Folder()
        let path = try folder.write("m.csv", Array("content_id,input\na,b\n".utf8))
        let manifest = try Manifest.load(file: path)
        #expect(manifest.source == path)
        #expect(try manifest.titles.map { $0.value("input") } == ["b"])
        #expect(
            manifest.digest.map { String(format: "%02x", $0) }.joined()
                == "4bac67b40411dd6fe4ac197136f81e3339ec8061b52060a3cc82350e71117c09"
        )
    }

    @Test func `A file that cannot be read says why`() throws {
        let folder = try Folder()
        func expect(_ failure: (_ path: String) -> RunFailure, of name: String) {
            let path = folder.path + "/" + name
            #expect(throws: failure(path)) { try Manifest.load(file: path) }
        }
        expect({ .manifestFile($0, ENOENT) }, of: "missing.csv")
        expect({ .manifestFile($0, ENOENT) }, of: "missing/m.csv")
        expect(RunFailure.unknownManifestFormat, of: "m.txt")
        expect(RunFailure.unknownManifestFormat, of: "m")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/d.csv",
            withIntermediateDirectories: false
        )
        expect({ .manifestFile($0, EISDIR) }, of: "d.csv")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/l.csv",
            withDestinationPath: "l.csv"
        )
        let link = #expect(throws: RunFailure.self) { try Manifest.load(file: folder.path + "/l.csv") }
        #expect(link?.description.contains("cannot be read (Too many levels of symbolic links)") == true)
    }

    /// The file is sparse: it has a size and no blocks.
    @Test(arguments: [("m.csv", 1 << 30), ("m.jsonl", 1 << 30), ("m.yml", 1 << 26)])
    func `A file that is too large is not read`(name: String, maximum: Int) throws {
        let folder = try Folder()
        let path = try folder.write(name, [])
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.truncate(atOffset: UInt64(maximum) + 1)
        try file.close()
        let error = #expect(throws: RunFailure.self) { try Manifest.load(file: path) }
        #expect(error == .manifestTooLarge(path, maximum: maximum))
    }

    @Test(
        arguments: [
            (.csv, "content_id,input\n", "%,x\n"),
            (.jsonLines, "", "{\"content_id\": %, \"input\": \"x\"}\n"),
            (.yaml, "", "- {content_id: %, input: x}\n"),
        ] as [(ManifestFormat, String, String)]
    )
    func `More titles than the limit are refused at the first of them`(
        format: ManifestFormat,
        header: String,
        title: String
    ) throws {
        let limits = ManifestLimits(bytes: 1 << 20, yamlBytes: 1 << 20, titles: 3)
        func read(_ count: Int) throws(RunFailure) -> Manifest {
            let text = header + (0..<count).map { title.replacing("%", with: "\($0)") }.joined()
            return try Manifest(bytes: Array(text.utf8), format: format, source: "m", limits: limits)
        }
        #expect(try read(3).titleCount == 3)
        let error = #expect(throws: RunFailure.self) { try read(5) }
        let column = format == .yaml ? 3 : nil
        let location = TextLocation(in: "m", line: header.isEmpty ? 4 : 5, column: column)
        #expect(error == .tooManyTitles(location, maximum: 3))
        #expect(ManifestLimits.standard.titles == 4_000_000)
    }

    @Test(
        arguments: ManifestFormat.allCases,
        [
            ([0xFF, 0xFE, 0x61, 0x00], .manifestIsUTF16(at(1, 1))),
            ([0xFE, 0xFF, 0x00, 0x61], .manifestIsUTF16(at(1, 1))),
            (Array("a,\nä\u{0}".utf8), .manifestHasNUL(at(2, 2))),
            (Array("ab\nä".utf8) + [0xE4, 0x0A], .manifestIsNotUTF8(at(2, 2))),
            // A surrogate, an overlong form, and an incomplete character at the end.
            ([0x0A, 0xED, 0xA0, 0x80], .manifestIsNotUTF8(at(2, 1))),
            ([0xC0, 0xAF], .manifestIsNotUTF8(at(1, 1))),
            (Array("abc".utf8) + [0xF0, 0x9F], .manifestIsNotUTF8(at(1, 4))),
        ] as [([UInt8], RunFailure)]
    )
    func `What is no UTF-8 text is refused with its place`(
        format: ManifestFormat,
        file: (bytes: [UInt8], failure: RunFailure)
    ) {
        #expect(throws: file.failure) {
            try Manifest(bytes: file.bytes, format: format, source: "m")
        }
    }

    private static func at(_ line: Int, _ column: Int) -> TextLocation {
        TextLocation(in: "m", line: line, column: column)
    }

    @Test func `Unknown columns are refused with the nearest name`() throws {
        func check(_ text: String, _ format: ManifestFormat, known: Set<String>) throws {
            try Manifest(bytes: Array(text.utf8), format: format, source: "m").checkColumns(known: known)
        }
        let csv = "content_id,segment-duraton,input\na,6,b\n"
        try check(csv, .csv, known: ["segment_duraton"])
        let error = #expect(throws: RunFailure.self) {
            try check(csv, .csv, known: ["segment_duration", "x"])
        }
        #expect(
            error?.description
                == "m:1: unknown column (got \"segment-duraton\", expected perhaps segment_duration)."
                + " Correct or remove it."
        )
        let lines =
            "{\"content_id\": 1, \"input\": \"b\"}\n{\"content_id\": 2, \"input\": \"b\", \"zz\": null}"
        let second = #expect(throws: RunFailure.self) { try check(lines, .jsonLines, known: ["x"]) }
        #expect(second?.location == "m:2")
        #expect(second?.description.contains("one of content_id, input, x") == true)
    }
}

/// A temporary folder that is deleted when it is released.
final class Folder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "manifests-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
