import Foundation
import Protection
import ProtectionTerms
import Rewriting
import Testing

@testable import Inspection
@testable import Verification

/// A part of a presentation, cut by `rewrite --from`: the key store has digests of whole renditions only.
struct RewrittenPartTests {
    /// Replaces the playlists of a tree by cut ones, by default from 4 seconds on.
    @discardableResult private func cut(
        _ title: Title,
        _ tree: String,
        _ entry: String,
        _ window: PlaylistWindow = .span(from: .seconds(4), to: nil)
    ) throws -> [String] {
        var request = RewriteRequest(
            playlist: "\(title.directory)/\(tree)/\(entry)",
            destination: .directory(title.directory + "/part", overwrites: true)
        )
        request.window = window
        let warnings = try RewriteRun(request, store: title.store).execute().warnings
        for path in try #require(FileManager.default.subpaths(atPath: title.directory + "/part"))
        where path.hasSuffix(".m3u8") {
            try title.write(title.read("part/" + path), to: "\(tree)/\(path)")
        }
        return warnings
    }

    /// Returns `SEVERITY PLAYLIST` for each finding that media are not, or not all, those of their key.
    private func digests(_ report: VerificationReport) -> Set<String> {
        Set(report.findings.filter { $0.rule == .mediaDigest }.map { "\($0.severity) \($0.playlist)" })
    }

    private static let playlist = "video/240p/index.m3u8"

    @Test(arguments: [
        ("ts/multivariant.m3u8", ProtectionMethod.aes128), ("ts/multivariant.m3u8", .sampleAES),
        ("fmp4/multivariant.m3u8", .sampleAES), ("fmp4/multivariant.m3u8", .sampleAESCTR),
    ])
    func `A part holds with a warning, and with the source cut alike without one`(
        sample: String,
        method: ProtectionMethod
    ) throws {
        let title = try Title(sample: sample, ProtectionOptions(method: method))
        try FileManager.default.copyItem(
            atPath: Title.samples + "/" + sample.split(separator: "/")[0],
            toPath: title.directory + "/clear"
        )
        try cut(title, "out", title.entry)
        try cut(title, "clear", title.entry)
        let part = try title.verifyWithAllFindings()
        #expect(part.findings.filter { $0.isError }.map(\.summary) == [])
        #expect(digests(part).contains("warning " + Self.playlist))
        let compared = try title.verify(source: title.directory + "/clear/" + title.entry)
        #expect(compared.findings.filter { $0.isError }.map(\.summary) == [])
        #expect(digests(compared) == [])

        // After another cut or a later rewrite, the tree is still known as a part.
        var request = RewriteRequest(playlist: title.output + "/" + title.entry, destination: .inPlace)
        request.sessionKeys = .none
        _ = try RewriteRun(request, store: title.store).execute()
        #expect(digests(try title.verifyWithAllFindings()).contains("warning " + Self.playlist))
        request.acceptsTree = true
        _ = try RewriteRun(request, store: title.store).execute()
        #expect(digests(try title.verifyWithAllFindings()).contains("warning " + Self.playlist))

        // A smaller part that nobody published is an error.
        try title.editLines(of: "out/" + Self.playlist) { lines in
            let last = try #require(lines.lastIndex { $0.hasPrefix("#EXTINF:") })
            let end = try #require(lines.lastIndex { $0.hasPrefix("#EXT-X-ENDLIST") })
            lines.removeSubrange(last..<end)
        }
        #expect(digests(try title.verifyWithAllFindings()).contains("error " + Self.playlist))
    }

    /// A playlist in a folder has the same name as the entry.
    @Test func `A part is known where playlists have one name`() throws {
        let title = try Title()
        try FileManager.default.copyItem(atPath: Title.samples + "/ts", toPath: title.directory + "/clear")
        try title.write(title.read("clear/multivariant.m3u8"), to: "clear/index.m3u8")
        try title.remove("clear/multivariant.m3u8")
        try title.protect(title.directory + "/clear/index.m3u8", ProtectionOptions())
        try cut(title, "out", "index.m3u8")
        #expect(digests(try title.verifyWithAllFindings()).contains("warning " + Self.playlist))
        let alone = try title.verifyWithAllFindings("out/" + Self.playlist)
        #expect(digests(alone) == ["warning index.m3u8"])
        #expect(alone.findings.filter { $0.isError && $0.source == nil }.map(\.summary) == [])
    }

    /// Without the whole source nobody knows whether it has the faults of the part.
    @Test func `Faults of a part are errors beside the warning`() throws {
        let title = try Title()
        let clear = title.directory + "/clear"
        try FileManager.default.copyItem(atPath: Title.samples + "/fmp4/video/240p", toPath: clear)
        let segment = try title.read("clear/segment1.m4s")
        try title.write(Array(segment.dropLast(8)) + [0, 0, 0, 0, 0, 0, 0, 1], to: "clear/segment1.m4s")
        try title.protect(clear + "/index.m3u8", .sampleAES())
        try #require(try title.verifyWithAllFindings().holds)
        try cut(title, "out", "index.m3u8")
        let report = try title.verifyWithAllFindings()
        #expect(report.findings.filter(\.isError).map(\.rule) == [.stream])
        #expect(digests(report) == ["warning index.m3u8"])
    }

    /// Traces of cuts: discontinuities after the clear lead, their numbers, keys in sections, versions.
    @Test(arguments: [
        (
            "ts", ProtectionOptions(clearLead: .seconds(2), method: .sampleAES),
            PlaylistWindow.span(from: .seconds(4), to: nil)
        ),
        ("ts", ProtectionOptions(clearLead: .seconds(4), method: .sampleAES), .last(.seconds(5))),
        (
            "ts", ProtectionOptions(clearLead: .seconds(4), method: .sampleAES),
            .span(from: .zero, to: .seconds(4))
        ),
        // The first segment ends at 4.032 s in audio and at 4 s in video, so only video has an encrypted one.
        (
            "ts", ProtectionOptions(keyPer: .rendition, clearLead: .seconds(2), method: .sampleAES),
            .span(from: .zero, to: .milliseconds(4010))
        ),
        ("fmp4", seig(.sampleAES, nil), .span(from: .seconds(8), to: nil)),
        ("fmp4", seig(.sampleAESCTR, [.widevine]), .span(from: .seconds(4), to: .seconds(8))),
        ("fmp4-byterange", seig(.sampleAES, nil), .span(from: .seconds(4), to: nil)),
    ])
    func `What is of cut segments is no error`(
        sample: String,
        options: ProtectionOptions,
        window: PlaylistWindow
    ) throws {
        let title = try Title(sample: sample + "/multivariant.m3u8", options)
        try FileManager.default.copyItem(
            atPath: Title.samples + "/" + sample,
            toPath: title.directory + "/clear"
        )
        try cut(title, "out", title.entry, window)
        try cut(title, "clear", title.entry, window)
        let part = try title.verifyWithAllFindings(contentID: options.contentID)
        #expect(part.findings.filter(\.isError).map(\.summary) == [])
        let compared = try title.verify(
            contentID: options.contentID,
            source: title.directory + "/clear/" + title.entry
        )
        #expect(compared.findings.filter(\.isError).map(\.summary) == [])
    }

    private static func seig(_ method: ProtectionMethod, _ systems: [KeySystem]?) -> ProtectionOptions {
        var options = ProtectionOptions(
            keyPer: .rendition,
            rotation: .seconds(4),
            method: method,
            systems: systems
        )
        options.policy.rotationForm = .seig
        return options
    }

    /// With sample encryption, the invariant identifies clear media, even if the part has only these.
    @Test(arguments: [
        ("ts/multivariant.m3u8", ProtectionMethod.aes128, "video/240p/segment0.ts"),
        ("ts/multivariant.m3u8", .sampleAES, "video/240p/segment0.ts"),
        ("fmp4/multivariant.m3u8", .sampleAES, "video/240p/segment0.m4s"),
        ("fmp4/multivariant.m3u8", .sampleAESCTR, "video/240p/segment0.m4s"),
        ("packed-audio/index.m3u8", .sampleAES, "7.aac"),
    ])
    func `A part of the clear lead alone holds with a warning, and its media are known`(
        sample: String,
        method: ProtectionMethod,
        clear: String
    ) throws {
        let options = ProtectionOptions(clearLead: .seconds(4), method: method)
        let title = try Title(sample: sample, options)
        let warnings = try cut(title, "out", title.entry, .span(from: .zero, to: .seconds(4)))
        #expect(warnings.count { $0.contains("no encrypted segment") } == 1)
        #expect(try title.verifyWithAllFindings().findings.filter(\.isError).map(\.rule) == [.notProtected])
        let known = try title.verifyWithAllFindings(contentID: "movie-42")
        #expect(known.findings.map { "\($0.severity) \($0.rule.rawValue)" } == ["warning not-protected"])

        try title.editBytes(of: "out/" + clear) { $0[$0.count / 2] ^= 1 }
        let changed = try title.verifyWithAllFindings(contentID: "movie-42")
        #expect(changed.findings.contains { $0.isError && $0.rule == .fileChanged })
        #expect(changed.findings.filter(\.isError).allSatisfy { $0.rule != .notProtected })
    }

    @Test func `Media that a part names no more may go, those that it names not`() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        try cut(title, "out", title.entry)
        try title.remove("out/video/240p/segment0.ts")
        #expect(try title.verifyWithAllFindings().findings.filter(\.isError).map(\.summary) == [])
        try title.remove("out/subtitles/en/segment2.vtt")
        #expect(try title.verifyWithAllFindings().findings.contains { $0.isError && $0.rule == .fileChanged })
    }

    /// The media can be in any folder within reach; they were not published next to these playlists.
    @Test func `Playlists with another base of segments hold without media beside them`() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        var request = RewriteRequest(
            playlist: title.output + "/" + title.entry,
            destination: .directory(title.directory + "/other", overwrites: false)
        )
        request.segmentBase = URIBase(argument: "../out")
        _ = try RewriteRun(request, store: title.store).execute()
        let report = try title.verifyWithAllFindings("other/" + title.entry, root: title.directory)
        #expect(report.findings.filter(\.isError).map(\.summary) == [])
    }

    @Test func `Other media in the place of a part are found by the source`() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        try FileManager.default.copyItem(
            atPath: Title.samples + "/ts",
            toPath: title.directory + "/clear"
        )
        try cut(title, "out", title.entry)
        try cut(title, "clear", title.entry)
        let segment = "out/video/240p/segment1.ts"
        try title.editBytes(of: segment) { $0[$0.count / 2] ^= 1 }
        let compared = try title.verify(source: title.directory + "/clear/" + title.entry)
        #expect(compared.findings.filter { $0.isError }.map(\.rule) == [.sourceMedia])
    }
}
