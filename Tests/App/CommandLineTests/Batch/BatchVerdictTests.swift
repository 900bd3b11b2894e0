import Foundation
import Testing

/// Verdicts on titles that exist already: no earlier verdict is forgotten, and no outdated one is kept.
struct BatchVerdictTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try FileManager.default.createDirectory(
            atPath: workspace.path("in"),
            withIntermediateDirectories: true
        )
        for sample in [Sample.packedAudio, Sample.transportStream] {
            _ = try workspace.copy(sample, to: "in/" + sample.folder)
        }
        try workspace.manifest("content_id,input", "a,in/packed-audio/index.m3u8")
    }

    @Test func `A result that did not hold is verified again until it does`() throws {
        let playlist = workspace.path("in/packed-audio/index.m3u8")
        let text = try String(contentsOfFile: playlist, encoding: .utf8)
        // RFC 8216bis 4.4.3.1: no segment is longer than the target duration.
        try text.replacing(/#EXT-X-TARGETDURATION:\d+/, with: "#EXT-X-TARGETDURATION:1")
            .write(toFile: playlist, atomically: true, encoding: .utf8)
        #expect(try workspace.batch("--verify").status == 69)
        #expect(try workspace.batch("--verify").status == 69)
        #expect(try workspace.batch().status == 69)
        let status = try workspace.start(["batch", "status", workspace.path("titles.csv")]).wait()
        #expect(String(decoding: status.output, as: UTF8.self).contains("failed"))
    }

    @Test func `A title whose key server lacks its key is worth trying again, though it is current`() throws {
        try workspace.batch().succeeds()
        #expect(try workspace.batch("--require-provisioned", "ksm").status == 75)
        #expect(try workspace.batch("--require-provisioned", "ksm", "--check").status == 69)
        try workspace.fairlead("keys", "confirm", "--license-server", "ksm", "--content-id", "a").succeeds()
        try workspace.batch("--require-provisioned", "ksm").succeeds()
    }

    @Test func `A new generation is minted once, and the title is current with and without the flag`() throws
    {
        let uri = ["--key-uri", "skd://{content_id}-{generation}"]
        func batch(_ more: String...) throws -> Outcome {
            try workspace.start(Workspace.batchWords(uri + more)).wait()
        }
        try batch().succeeds()
        try batch("--new-key", "--overwrite").succeeds()
        #expect(try workspace.records().map(\.generation).sorted() == [1, 2])
        try batch("--check").succeeds()
        try batch("--new-key", "--overwrite").succeeds()
        #expect(try workspace.records().map(\.generation).sorted() == [1, 2])
    }

    @Test func `Another key in the file of a key is another title`() throws {
        let file = workspace.path("key")
        try Data(repeating: 0x41, count: 32).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        _ = try workspace.batch("--key-file", file)
        #expect(workspace.exists("results/a"))
        try Data((0..<32).map { UInt8($0) }).write(to: URL(filePath: file))
        #expect(try workspace.batch("--key-file", file).status == 65)
        #expect(try workspace.batch("--key-file", file, "--check").status == 69)
    }

    @Test func `No title's result takes the place of what another title reads`() throws {
        try workspace.manifest(
            "content_id,input,output",
            "a,in/packed-audio/index.m3u8,in/ts",
            "b,in/ts/multivariant.m3u8,results/b"
        )
        let before = try workspace.data("in/ts/multivariant.m3u8")
        try workspace.batch("--overwrite").fails(64, "line 3: input", "inside the output")
        #expect(try workspace.data("in/ts/multivariant.m3u8") == before)
    }

    @Test func `Options that differ in normal form are two`() throws {
        let names = ["k\u{E9}.key", "ke\u{301}.key"]
        for (index, name) in names.enumerated() {
            let file = workspace.path(name)
            try Data((0..<32).map { UInt8($0 + index) }).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        }
        try workspace.manifest(
            "content_id,input,key_file",
            "a,in/packed-audio/index.m3u8,\(names[0])",
            "b,in/packed-audio/index.m3u8,\(names[1])"
        )
        _ = try workspace.batch()
        let exported = try workspace.fairlead("keys", "export", "--as", "jsonl", "--allow-plaintext")
        let text = String(decoding: exported.output, as: UTF8.self)
        #expect(text.contains("000102030405060708090a0b0c0d0e0f"))
        #expect(text.contains("0102030405060708090a0b0c0d0e0f10"))
    }
}
