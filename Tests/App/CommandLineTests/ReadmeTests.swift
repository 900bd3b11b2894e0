import Foundation
import Testing

/// The steps of the README, run as they are written.
struct ReadmeTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// A code block of the README, ```` ```LANGUAGE NAME ````, and its lines.
    private struct Block {
        let language: String
        let name: String?
        let text: String
    }

    private static func blocks(ofSection heading: String) throws -> [Block] {
        let path = TestPaths.samples + "/../README.md"
        let readme = try String(contentsOfFile: path, encoding: .utf8)
        let section = try #require(readme.components(separatedBy: "\n## ").first { $0.hasPrefix(heading) })
        let parts = section.components(separatedBy: "```")
        #expect(parts.count % 2 == 1)
        return parts.enumerated().filter { $0.offset % 2 == 1 }.map { _, part in
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let words = lines[0].split(separator: " ").map(String.init)
            return Block(
                language: words.first ?? "",
                name: words.dropFirst().first,
                text: lines.count > 1 ? String(lines[1]) : ""
            )
        }
    }

    @Test func `A template for a new provider is written, checked and used in a batch`() throws {
        let blocks = try Self.blocks(ofSection: "A new provider, step by step")
        #expect(blocks.compactMap(\.name) == ["acme.yaml", "catalogue.csv"])
        for block in blocks {
            guard let name = block.name else { continue }
            try block.text.write(toFile: workspace.path(name), atomically: true, encoding: .utf8)
        }
        try FileManager.default.createSymbolicLink(
            atPath: workspace.path("in"),
            withDestinationPath: TestPaths.samples
        )
        let script = blocks.filter { $0.language == "sh" }.map(\.text).joined(separator: "\n")
        let programs = URL(filePath: TestPaths.fairlead).deletingLastPathComponent().path
        workspace.environment["PATH"] = programs + ":/usr/bin:/bin"
        try ChildProcess(
            TestPaths.tool("bash"),
            ["-euc", script],
            environment: workspace.environment,
            in: workspace.folder
        ).wait().succeeds()
        let records = try workspace.records()
        #expect(records.count == 2)
        for (tenant, contentID) in [("north", "movie-42"), ("south", "movie-43")] {
            let record = try #require(records.first { $0.contentId == contentID })
            let digits = record.keyId.replacing("-", with: "")
            let uri = "skd://keys.acme.example/\(tenant)?asset=\(contentID)&kid=\(digits)"
            #expect(record.keyUri == uri)
            let entry = "out/\(tenant)/\(contentID)/multivariant.m3u8"
            let text = try String(contentsOfFile: workspace.path(entry), encoding: .utf8)
            #expect(text.contains("#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI=\"\(uri)\""))
        }
        let exported = try String(contentsOfFile: workspace.path("acme-keys.jsonl"), encoding: .utf8)
        #expect(exported.split(separator: "\n").count == 2)
        for record in records {
            let digits = record.keyId.replacing("-", with: "")
            let hex = digits.utf8.map { String($0, radix: 16) }.joined()
            #expect(exported.contains(#"{"id":"\#(digits)","hex":"\#(hex)","rule":"query:kid"}"#))
        }
    }
}
