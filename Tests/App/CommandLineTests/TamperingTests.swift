import Foundation
import Testing

/// Changes to a published tree: `verify` says what does not hold and where, and ends with 69.
struct TamperingTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func protect(_ sample: Sample, _ more: String...) throws {
        let arguments = [
            "protect", sample.path, "-o", workspace.path("out"), "--content-id", "movie-42", "--method",
            "aes-128",
        ]
        try workspace.start(arguments + more).wait().succeeds()
    }

    /// Returns the errors of a presentation that does not hold.
    private func findings(_ sample: Sample, withSource: Bool) throws -> [VerificationReport.Finding] {
        var arguments = ["verify", workspace.path("out/" + sample.playlist), "--format", "json"]
        if withSource { arguments += ["--source", sample.path] }
        let outcome = try workspace.start(arguments).wait()
        #expect(outcome.status == 69, "\(outcome.testDescription)")
        let report = try outcome.json(VerificationReport.self)
        #expect(!report.holds)
        // Without the findings that something changed, which come in addition (`PublishedTreeTests`).
        return report.findings.filter {
            $0.severity == "error" && !["playlist-changed", "file-changed"].contains($0.rule)
        }
    }

    @Test func `The text says which and where, too`() throws {
        try protect(.packedAudio)
        try workspace.remove("out/9.aac")
        let outcome = try workspace.verify("out/index.m3u8")
        #expect(outcome.status == 69)
        #expect(outcome.text.contains("DOES NOT HOLD"))
        let line = try workspace.playlist("out/index.m3u8").segments.first { $0.uri == "9.aac" }?.line ?? 0
        #expect(outcome.text.contains("error: index.m3u8:\(line): media: "))
        #expect(outcome.text.contains("9.aac"))
    }

    /// A key line of another method without segments does not make clear segments count as encrypted, even in
    /// a store that does not know the media.
    @Test(arguments: ["aes-128", "aes-256-gcm"])
    func `Clear segments under a key line are found beside key lines of SAMPLE-AES`(method: String) throws {
        try workspace.start([
            "protect", Sample.packedAudio.path, "-o", workspace.path("out"), "--content-id", "movie-42",
            "--method", method,
        ]).wait().succeeds()
        try workspace.fairlead("keys", "export", "--as", "jsonl", "--allow-plaintext", "-o", "keys.jsonl")
            .succeeds()
        let other = try Workspace()
        try other.fairlead("keys", "import", workspace.path("keys.jsonl")).succeeds()
        let clear = try FileManager.default.contentsOfDirectory(
            atPath: TestPaths.samples + "/" + Sample.packedAudio.folder
        )
        for name in clear where name.hasSuffix(".aac") {
            let bytes = try Data(
                contentsOf: URL(filePath: TestPaths.samples + "/" + Sample.packedAudio.folder + "/" + name)
            )
            try workspace.write(bytes, to: "out/" + name)
        }
        let playlist = try workspace.text("out/index.m3u8")
        let end = "#EXT-X-ENDLIST"
        try #require(playlist.contains(end))
        try workspace.edit(
            "out/index.m3u8",
            end,
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"x:y\",KEYFORMAT=\"com.example\"\n" + end
        )
        let outcome = try other.fairlead("verify", workspace.path("out/index.m3u8"), "--format", "json")
        #expect(outcome.status == 69)
        let found = try outcome.json(VerificationReport.self).findings.filter { $0.rule == "decryption" }
        #expect(found.count == clear.count { $0.hasSuffix(".aac") }, "\(outcome.testDescription)")
    }

    // MARK: Ciphertext

    /// A file of a result, and the position of the byte in which one bit changes.
    struct Flip: Sendable, CustomTestStringConvertible {
        let sample: Sample
        let file: String
        /// The position, from 0 (first byte) to 1 (last byte).
        let position: Double
        var options: [String] = []

        var testDescription: String { "\(sample.folder)/\(file) at \(position) \(options)" }
    }

    static let flips: [Flip] =
        [0, 0.5, 1].flatMap { position in
            [
                Flip(sample: .transportStream, file: "video/240p/segment1.ts", position: position),
                Flip(sample: .transportStream, file: "audio/en/segment2.aac", position: position),
                Flip(sample: .transportStream, file: "subtitles/en/segment0.vtt", position: position),
                Flip(sample: .fragmentedMP4, file: "video/720p/segment2.m4s", position: position),
                Flip(sample: .fragmentedMP4Ranges, file: "main.mp4", position: position),
                Flip(
                    sample: .packedAudio,
                    file: "8.aac",
                    position: position,
                    options: ["--iv-mode", "sequence"]
                ),
            ]
        } + [
            Flip(
                sample: .fragmentedMP4,
                file: "audio/en/init.mp4",
                position: 0.5,
                options: ["--encrypt-init"]
            ),
            Flip(sample: .fragmentedMP4, file: "audio/en/init.mp4", position: 0.5),
        ]

    @Test(arguments: flips)
    func `One changed bit is found`(flip: Flip) throws {
        let arguments = [
            "protect", flip.sample.path, "-o", workspace.path("out"), "--content-id", "movie-42", "--method",
            "aes-128",
        ]
        try workspace.start(arguments + flip.options).wait().succeeds()
        var data = try workspace.data("out/" + flip.file)
        let index = Int(Double(data.count - 1) * flip.position)
        data[data.startIndex + index] ^= 0x10
        try workspace.write(data, to: "out/" + flip.file)
        #expect(try !findings(flip.sample, withSource: false).isEmpty)
        let found = try findings(flip.sample, withSource: true)
        #expect(found.contains { $0.file == flip.file }, "\(found)")
        // Findings name no other file.
        #expect(found.allSatisfy { $0.file == nil || $0.file == flip.file }, "\(found)")
    }

    @Test(arguments: ["segment", "sequence", "constant"])
    func `Two swapped segments are found`(mode: String) throws {
        try protect(.transportStream, "--iv-mode", mode)
        let first = try workspace.data("out/audio/en/segment0.aac")
        let second = try workspace.data("out/audio/en/segment1.aac")
        try workspace.write(second, to: "out/audio/en/segment0.aac")
        try workspace.write(first, to: "out/audio/en/segment1.aac")
        #expect(
            try findings(.transportStream, withSource: false).contains {
                $0.playlist == "audio/en/index.m3u8"
            }
        )
        let files = try findings(.transportStream, withSource: true).compactMap(\.file)
        #expect(Set(files) == ["audio/en/segment0.aac", "audio/en/segment1.aac"])
    }

    @Test(arguments: [-16, -1, 1, 16, Int.min])
    func `A file of another length is found`(change: Int) throws {
        try protect(.packedAudio)
        var data = try workspace.data("out/9.aac")
        if change < 0 { data.removeLast(min(data.count, change.magnitude > 100 ? data.count : -change)) }
        if change > 0 { data.append(Data(repeating: 7, count: change)) }
        try workspace.write(data, to: "out/9.aac")
        let found = try findings(.packedAudio, withSource: false)
        #expect(Set(found.map(\.file)) == ["9.aac"])
        #expect(Set(found.map(\.playlist)) == ["index.m3u8"])
        let line = try workspace.playlist("out/index.m3u8").segments.first { $0.uri == "9.aac" }?.line
        #expect(Set(found.map(\.line)) == [line])
    }

    @Test func `A deleted segment is found`() throws {
        try protect(.transportStream)
        try workspace.remove("out/video/720p/segment1.ts")
        let found = try findings(.transportStream, withSource: false)
        #expect(Set(found.map(\.rule)) == ["media"])
        #expect(Set(found.compactMap(\.file)) == ["video/720p/segment1.ts"])
        // The segment, and its two I-frames.
        #expect(
            found.map(\.playlist).sorted() == [
                "iframes/720p.m3u8", "iframes/720p.m3u8", "video/720p/index.m3u8",
            ]
        )
    }

    @Test func `The segment of another rendition is found`() throws {
        try protect(.transportStream, "--iv-mode", "constant")
        try workspace.write(
            try workspace.data("out/video/240p/segment0.ts"),
            to: "out/video/720p/segment0.ts"
        )
        #expect(try findings(.transportStream, withSource: false).contains { $0.playlist.contains("720p") })
    }

    // MARK: Playlists

    /// An edit of `video/240p/index.m3u8` of the transport stream sample, and the rules that it breaks.
    struct Edit: Sendable, CustomTestStringConvertible {
        let name: String
        let pattern: String
        let replacement: String
        let rules: Set<String>

        var testDescription: String { name }
    }

    static let edits = [
        Edit(name: "key URI", pattern: "skd://movie-42", replacement: "skd://movie-43", rules: ["no-record"]),
        Edit(
            name: "key URI in its case",
            pattern: "skd://movie-42",
            replacement: "skd://Movie-42",
            rules: ["no-record"]
        ),
        Edit(
            name: "key format",
            pattern: "METHOD=AES-128,",
            replacement: "METHOD=AES-128,KEYFORMAT=\"com.apple.streamingkeydelivery\",",
            rules: ["key-line"]
        ),
    ]

    @Test(arguments: edits)
    func `A changed key line is found`(edit: Edit) throws {
        try protect(.transportStream)
        let name = "out/video/240p/index.m3u8"
        let text = try workspace.text(name)
        let range = try #require(text.range(of: edit.pattern))
        try workspace.write(text.replacingCharacters(in: range, with: edit.replacement), to: name)
        let found = try findings(.transportStream, withSource: false)
        let key = try #require(try workspace.playlist(name).keys.first)
        #expect(Set(found.map(\.rule)).isSuperset(of: edit.rules))
        #expect(found.contains { $0.playlist == "video/240p/index.m3u8" && $0.line == key.line }, "\(found)")
    }

    @Test func `A key line of another method is found in the segments under it`() throws {
        try protect(.transportStream)
        let name = "out/video/240p/index.m3u8"
        let text = try workspace.text(name)
        let range = try #require(text.range(of: "METHOD=AES-128,"))
        try workspace.write(text.replacingCharacters(in: range, with: "METHOD=SAMPLE-AES,"), to: name)
        let found = try findings(.transportStream, withSource: false)
        #expect(
            found.contains { $0.rule == "stream" && $0.playlist == "video/240p/index.m3u8" },
            "\(found)"
        )
    }

    @Test func `A removed key line is found`() throws {
        try protect(.transportStream)
        let lines = try workspace.playlist("out/video/240p/index.m3u8").lines
        let second = try #require(lines.lastIndex { $0.hasPrefix("#EXT-X-KEY") })
        try workspace.write(
            lines.enumerated().filter { $0.offset != second }.map(\.element).joined(separator: "\n"),
            to: "out/video/240p/index.m3u8"
        )
        // With the edit, segment2.ts has the IV of segment1.ts.
        let found = try findings(.transportStream, withSource: true)
        #expect(Set(found.compactMap(\.file)) == ["video/240p/segment2.ts"])
        #expect(found.contains { $0.playlist == "video/240p/index.m3u8" })
    }

    @Test func `A playlist without any key line is found`() throws {
        try protect(.packedAudio)
        let lines = try workspace.playlist("out/index.m3u8").lines.filter { !$0.hasPrefix("#EXT-X-KEY") }
        try workspace.write(lines.joined(separator: "\r\n"), to: "out/index.m3u8")
        let found = try findings(.packedAudio, withSource: false)
        #expect(Set(found.compactMap(\.file)) == ["7.aac", "8.aac", "9.aac", "10.aac"])
    }

    @Test func `A changed vector is found`() throws {
        try protect(.packedAudio)
        let iv = try #require(try workspace.playlist("out/index.m3u8").keys.first?.iv)
        let other = (iv.hasPrefix("0") ? "1" : "0") + iv.dropFirst()
        try workspace.edit("out/index.m3u8", "0x" + iv, "0x" + other)
        #expect(try findings(.packedAudio, withSource: true).contains { $0.file == "7.aac" })
        #expect(try !findings(.packedAudio, withSource: false).isEmpty)
    }

    @Test func `A session key that the key store does not know is found`() throws {
        try protect(.transportStream)
        try workspace.edit("out/multivariant.m3u8", "\"skd://movie-42\"", "\"skd://movie-43\"")
        let found = try findings(.transportStream, withSource: false)
        #expect(found.map(\.rule) == ["no-record"])
        #expect(found.map(\.playlist) == ["multivariant.m3u8"])
        #expect(found.map(\.line) == [4])
    }

    @Test func `A line that is not the source's is found`() throws {
        try protect(.packedAudio)
        try workspace.edit("out/index.m3u8", "#EXT-X-TARGETDURATION:4", "#EXT-X-TARGETDURATION:5")
        let found = try findings(.packedAudio, withSource: true)
        #expect(found.map(\.rule) == ["source-playlist"])
        let outcome = try workspace.verify("out/index.m3u8")
        #expect(outcome.status == 69 && outcome.text.contains("index.m3u8:3: playlist-changed: "))
        try workspace.verify("out/index.m3u8", "--playlists-from-elsewhere").succeeds()
        try workspace.start(["rewrite", workspace.path("out/index.m3u8"), "--in-place", "--record"]).wait()
            .succeeds()
        try workspace.verify("out/index.m3u8").succeeds()
    }

    @Test func `A clear presentation is not protected`() throws {
        for sample in [Sample.transportStream, .packedAudio] {
            let outcome = try workspace.start(["verify", sample.path, "--format", "json"]).wait()
            #expect(outcome.status == 69)
            #expect(try outcome.json(VerificationReport.self).findings.map(\.rule) == ["not-protected"])
        }
    }

    @Test func `Another title's key store knows nothing`() throws {
        try protect(.packedAudio)
        let other = try Workspace()
        let outcome = try other.start(["verify", workspace.path("out/index.m3u8"), "--format", "json"]).wait()
        #expect(outcome.status == 69)
        #expect(Set(try outcome.json(VerificationReport.self).findings.map(\.rule)) == ["no-record"])
    }
}
