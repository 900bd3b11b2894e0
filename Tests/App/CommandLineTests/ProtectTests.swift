import Foundation
import Testing

/// `protect` on every sample presentation, proven by `verify`.
struct ProtectTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(arguments: Sample.all)
    func `A protected presentation holds against its source`(sample: Sample) throws {
        try workspace.protect(sample.path, "--key-uri", "skd://{content_id}").succeeds()
        let verified = try workspace.verify("out/" + sample.playlist, "--source", sample.path).succeeds()
        #expect(verified.text.contains("every one decrypts and equals its source"))
    }

    @Test(arguments: Sample.all)
    func `Every media file is ciphertext of the padded length`(sample: Sample) throws {
        let clear = try workspace.copy(sample)
        try workspace.protect(clear).succeeds()
        let (source, result) = (try workspace.tree("in"), try workspace.tree("out"))
        #expect(Set(result.keys) == Set(source.keys).subtracting(["README.md"]))
        for (name, bytes) in source where !name.hasSuffix(".m3u8") {
            let protected = try #require(result[name])
            if name.hasSuffix("init.mp4") {
                #expect(protected == bytes)
            } else if !sample.folder.hasSuffix("byterange") {
                // PKCS#7: 1 to 16 bytes more (RFC 8216bis 4.4.4.4, RFC 5652 6.3).
                #expect(protected.count == (bytes.count / 16 + 1) * 16, "\(name)")
                #expect(protected.prefix(16) != bytes.prefix(16), "\(name)")
            }
        }
    }

    @Test(arguments: Sample.all)
    func `A key line has METHOD, URI and IV and no KEYFORMAT`(sample: Sample) throws {
        try workspace.protect(sample.path, "--key-uri", "skd://{content_id}").succeeds()
        for name in try workspace.tree("out").keys where name.hasSuffix(".m3u8") {
            for key in try workspace.playlist("out/" + name).keys {
                #expect(Set(key.attributes.keys) == ["METHOD", "URI", "IV"])
                #expect(key.method == "AES-128")
                #expect(key.uri == "skd://movie-42")
                #expect(key.iv?.count == 32)
            }
        }
    }

    @Test func `The report counts renditions and names the key`() throws {
        let result = try workspace.protect(Sample.transportStream.path, "--format", "json").succeeds()
        let report = try result.json(ProtectionReport.self)
        #expect(report.contentId == "movie-42")
        #expect(report.method == "aes-128")
        #expect(report.outcome == "published")
        // SampleMedia/README.md: 12 s in segments of 4 s, I-frames every 2 s.
        let segments = Dictionary(uniqueKeysWithValues: report.renditions.map { ($0.name, $0.segments) })
        #expect(
            segments == [
                "video/240p/index": 3, "video/720p/index": 3, "audio/en/index": 3, "subtitles/en/index": 3,
                "iframes/240p": 6, "iframes/720p": 6,
            ]
        )
        #expect(report.renditions.allSatisfy { $0.encrypted == $0.segments })
        #expect(report.keys.map(\.keyUri) == ["skd://movie-42"])
        #expect(report.keys.map(\.new) == [true])
        #expect(try report.keys.map(\.keyId) == workspace.records().map(\.keyId))
    }

    @Test func `The report of verify lists every rendition`() throws {
        try workspace.protect(Sample.fragmentedMP4.path).succeeds()
        let verified = try workspace.verify("out/multivariant.m3u8", "--format", "json").succeeds()
        let report = try verified.json(VerificationReport.self)
        #expect(report.holds)
        #expect(report.findings.isEmpty)
        #expect(
            report.renditions.map(\.name).sorted() == [
                "audio/en/index", "video/240p/iframes", "video/240p/index", "video/720p/iframes",
                "video/720p/index",
            ]
        )
        #expect(report.renditions.allSatisfy { $0.holds && $0.encrypted == $0.segments })
    }

    @Test func `A media playlist alone is protected too`() throws {
        let playlist = TestPaths.samples + "/ts/video/240p/index.m3u8"
        try workspace.protect(playlist).succeeds()
        try workspace.verify("out/index.m3u8", "--source", playlist).succeeds()
        #expect(
            try workspace.names(in: "out") == ["index.m3u8", "segment0.ts", "segment1.ts", "segment2.ts"]
        )
    }

    @Test func `A root above the playlist keeps the layout below it`() throws {
        let playlist = TestPaths.samples + "/ts/iframes/240p.m3u8"
        try workspace.protect(playlist).fails(65, "240p.m3u8:", "../video/240p/segment0.ts", "--root")
        try workspace.protect(playlist, "--root", TestPaths.samples + "/ts").succeeds()
        #expect(try workspace.names(in: "out") == ["iframes", "video"])
    }

    @Test(arguments: ["2", "1", "7"])
    func `The number of threads does not show`(jobs: String) throws {
        try workspace.protect(Sample.transportStream.path, "--jobs", jobs).succeeds()
        try workspace.protect(Sample.transportStream.path, to: "other").succeeds()
        #expect(try workspace.tree("out") == workspace.tree("other"))
    }
}
