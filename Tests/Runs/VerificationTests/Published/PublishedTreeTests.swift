import Failures
import Foundation
import KeyStore
import Presentations
import ProtectionTerms
import Rewriting
import Testing

@testable import Inspection
@testable import Verification

struct PublishedTreeTests {
    /// Returns the summaries of findings about differences from the published tree.
    private func changes(_ report: VerificationReport) -> [String] {
        report.findings.filter { [.playlistChanged, .fileChanged].contains($0.rule) }.map(\.summary)
    }

    @Test(arguments: TreeChange.Result.all, TreeChange.all)
    func `Every change is told without the source`(result: TreeChange.Result, change: TreeChange) throws {
        let title = try Title(sample: result.sample, result.options())
        try #require(
            try title.verifyWithAllFindings().findings.filter { $0.source == nil }.map(\.summary) == []
        )
        let expected = try change.apply(title, result)
        let report = try title.verifyWithAllFindings()
        #expect(changes(report) == expected, "\(report.findings.map(\.text))")
        #expect(report.holds == expected.isEmpty)
    }

    @Test(arguments: ["ts/multivariant.m3u8", "fmp4/multivariant.m3u8"], ["entry dropped", "range changed"])
    func `A change of an I-frame playlist is told`(sample: String, change: String) throws {
        let title = try Title(sample: sample)
        let name = sample.hasPrefix("ts") ? "iframes/240p.m3u8" : "video/240p/iframes.m3u8"
        var line = 0
        try title.editLines(of: "out/" + name) { lines in
            let range = try #require(lines.lastIndex { $0.hasPrefix("#EXT-X-BYTERANGE:") })
            if change == "entry dropped" {
                lines.removeSubrange(range - 1...range + 1)
                line = range
            } else {
                lines[range] = "#EXT-X-BYTERANGE:376@0"
                line = range + 1
            }
        }
        #expect(changes(try title.verifyWithAllFindings()).contains("playlist-changed \(name):\(line)"))
    }

    /// One byte changes, not the size: in a clear lead, and in clear WebVTT with encrypted samples.
    @Test(arguments: [
        ("ts/multivariant.m3u8", ProtectionMethod.aes128, "video/240p/segment0.ts"),
        ("ts/multivariant.m3u8", .sampleAES, "subtitles/en/segment0.vtt"),
        ("fmp4/multivariant.m3u8", .aes128, "video/240p/segment0.m4s"),
        ("packed-audio/index.m3u8", .aes128, "7.aac"),
    ])
    func `Another byte of a clear file is told`(sample: String, method: ProtectionMethod, file: String) throws
    {
        let title = try Title(sample: sample, ProtectionOptions(clearLead: .seconds(4), method: method))
        try #require(try changes(title.verifyWithAllFindings()) == [])
        try title.editBytes(of: "out/" + file) { $0[$0.count - 2] ^= 1 }
        #expect(try changes(title.verifyWithAllFindings()) == ["file-changed \(title.entry) \(file)"])
        #expect(try changes(title.verifyWithAllFindings(comparesPlaylists: false)).count == 1)
    }

    /// Each rendition was encrypted and decrypts, but the renditions were never published together.
    @Test(arguments: [ProtectionMethod.aes128, .sampleAES])
    func `Media of two publications with one key are told`(method: ProtectionMethod) throws {
        let title = try Title()
        let clear = title.directory + "/clear"
        try FileManager.default.copyItem(atPath: Title.samples + "/ts", toPath: clear)
        var options = ProtectionOptions(method: method)
        try title.protect(clear + "/multivariant.m3u8", options)
        try FileManager.default.copyItem(atPath: title.output, toPath: title.directory + "/old")
        options.reuse = .all
        for name in ["audio/en/segment0.aac", "audio/en/segment1.aac", "video/240p/segment1.ts"] {
            try title.editBytes(of: "clear/" + name) { $0[$0.count - 1] ^= 1 }
        }
        try title.protect(clear + "/multivariant.m3u8", options)
        try #require(try changes(title.verifyWithAllFindings()) == [])
        let lay = { (folder: String) in
            for file in try FileManager.default.contentsOfDirectory(
                atPath: title.directory + "/old/" + folder
            ) {
                try title.write(try title.read("old/\(folder)/\(file)"), to: "out/\(folder)/\(file)")
            }
        }
        try lay("audio/en")
        let mixed = try title.verifyWithAllFindings()
        #expect(!mixed.holds && !changes(mixed).isEmpty)
        #expect(
            changes(mixed).allSatisfy {
                $0.hasPrefix("file-changed multivariant.m3u8 ") && $0.hasSuffix("/index.m3u8")
            }
        )
        // The complete older publication was published.
        try lay("video/240p")
        try lay("iframes")
        #expect(try changes(title.verifyWithAllFindings()) == [])
    }

    /// A change of the minor version in an initialization section, which the media digest leaves out.
    @Test(arguments: [
        ("fmp4/multivariant.m3u8", "video/240p/init.mp4"), ("fmp4-byterange/multivariant.m3u8", "main.mp4"),
    ])
    func `Another byte of what says how samples are encrypted is told`(sample: String, file: String) throws {
        let title = try Title(sample: sample, .sampleAES(systems: [.fairPlay, .widevine]))
        try #require(try changes(title.verifyWithAllFindings()) == [])
        try title.editBytes(of: "out/" + file) { bytes in
            let scheme = try #require(
                BoxRanges(bytes).all("moov/trak/mdia/minf/stbl/stsd/encv/sinf/schm").first
            )
            bytes[scheme.upperBound - 1] ^= 1
        }
        #expect(try changes(title.verifyWithAllFindings()) == ["file-changed \(title.entry) \(file)"])
        #expect(try changes(title.verifyWithAllFindings(comparesPlaylists: false)).count == 1)
    }

    /// The size stays the same: `rewrite --record` reads initialization sections again.
    @Test func `A section that was changed is taken as known`() throws {
        let title = try Title(sample: "fmp4/multivariant.m3u8", .sampleAES(systems: [.fairPlay, .widevine]))
        let section = "out/video/240p/init.mp4"
        let change = { (distance: Int) in
            try title.editBytes(of: section) { bytes in
                let schemes = BoxRanges(bytes).all("moov/trak/mdia/minf/stbl/stsd/encv/sinf/schm")
                bytes[try #require(schemes.first).upperBound - distance] ^= 1
            }
        }
        try change(1)
        try #require(try changes(title.verifyWithAllFindings()) != [])
        var request = RewriteRequest(playlist: title.output + "/multivariant.m3u8", destination: .inPlace)
        request.acceptsTree = true
        _ = try RewriteRun(request, store: title.store).execute()
        #expect(try changes(title.verifyWithAllFindings()) == [])
        try change(2)
        #expect(
            try changes(title.verifyWithAllFindings()) == [
                "file-changed multivariant.m3u8 video/240p/init.mp4"
            ]
        )
    }

    @Test func `Clear files that change places are told`() throws {
        let title = try Title(sample: "ts/multivariant.m3u8", .sampleAES())
        let files = ["subtitles/en/segment0.vtt", "subtitles/en/segment1.vtt"]
        try title.swap("out/" + files[0], "out/" + files[1])
        #expect(
            try changes(title.verifyWithAllFindings()) == files.map { "file-changed multivariant.m3u8 \($0)" }
        )
    }

    @Test func `Playlists from elsewhere are not compared, and media are`() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        try title.editLines(of: "out/video/240p/index.m3u8") { $0.insert("#EXT-X-DISCONTINUITY", at: 4) }
        try title.write("an advertisement", to: "out/advertisement.ts")
        #expect(try !title.verifyWithAllFindings().holds)
        #expect(try changes(title.verifyWithAllFindings(comparesPlaylists: false)) == [])
        try title.editBytes(of: "out/subtitles/en/segment0.vtt") { $0.append(10) }
        #expect(
            try changes(title.verifyWithAllFindings(comparesPlaylists: false))
                == ["file-changed multivariant.m3u8 subtitles/en/segment0.vtt"]
        )
    }

    @Test func `A copy holds, a playlist of a tree and a root above it, too`() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        try FileManager.default.copyItem(atPath: title.output, toPath: title.directory + "/deep")
        #expect(try changes(title.verifyWithAllFindings("deep/multivariant.m3u8")) == [])
        let media = "out/video/240p/index.m3u8"
        #expect(
            try title.verifyWithAllFindings(media).findings.filter { $0.source == nil }.map(\.summary) == []
        )
        #expect(try changes(title.verifyWithAllFindings(root: title.directory)) == [])
        try title.editLines(of: media) { $0.insert("#made elsewhere", at: 2) }
        #expect(try changes(title.verifyWithAllFindings(media)) == ["playlist-changed index.m3u8:3"])
        #expect(
            try changes(title.verifyWithAllFindings(root: title.directory))
                == ["playlist-changed out/video/240p/index.m3u8:3"]
        )
        // Files that the media playlist does not reference are not checked.
        #expect(try changes(title.verifyWithAllFindings("out/video/720p/index.m3u8")) == [])
    }

    /// A run killed after recording the tree and before the rename, or a restored older publication.
    @Test func `Any publication that is known holds`() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        var options = ProtectionOptions()
        options.sessionKeys = .none
        try title.protect(title.source, options, into: "next")
        for tree in ["out", "next"] {
            #expect(try changes(title.verifyWithAllFindings("\(tree)/multivariant.m3u8")) == [], "\(tree)")
        }
        #expect(try title.read("out/multivariant.m3u8") != title.read("next/multivariant.m3u8"))
    }

    /// Nothing in the tree is as published, and it is at another path.
    @Test func `Another tree of the title is not taken for one that was changed`() throws {
        let title = try Title(sample: "packed-audio/index.m3u8")
        for name in ["index.m3u8", "7.aac", "8.aac", "9.aac", "10.aac"] {
            try title.write(title.read("out/" + name) + [10], to: "other/" + name)
        }
        #expect(try changes(title.verifyWithAllFindings("other/index.m3u8")) == [])
        let warnings = try title.verifyWithAllFindings("other/index.m3u8").findings.filter {
            $0.severity == .warning
        }
        #expect(warnings.contains { $0.message.contains("what was published") })
    }

    @Test func `Tokens are in no message`() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        try title.editLines(of: "out/video/240p/index.m3u8") { lines in
            lines.insert("#EXT-X-DATERANGE:ID=\"a\",X-URL=\"https://user:secret@host/a?token=secret\"", at: 2)
            lines.insert("#EXTINF:4,\nhttps://host/7.ts?token=secret", at: 8)
        }
        let found = try title.verifyWithAllFindings("out/video/240p/index.m3u8").findings.filter {
            $0.rule == .playlistChanged
        }.map(\.text)
        #expect(found.count == 2)
        #expect(found.contains { $0.contains("host") }, "\(found)")
        #expect(!found.contains { $0.contains("secret") }, "\(found)")
    }

    @Test func `Many differences are counted, not listed`() throws {
        let files = Dictionary(uniqueKeysWithValues: (0..<40).map { ("\($0).vtt", Synthetic.webVTT(0)) })
        let list = Synthetic.playlist((0..<40).map { "\($0).vtt" })
        let title = try Title(files: files.merging(["index.m3u8": list]) { $1 })
        for number in 0..<40 { try title.editBytes(of: "out/\(number).vtt") { $0.append(0) } }
        try title.editLines(of: "out/index.m3u8") { lines in
            for index in lines.indices where lines[index].hasPrefix("#EXTINF") { lines[index] += "title" }
        }
        let findings = try title.verifyWithAllFindings().findings.filter {
            [.playlistChanged, .fileChanged].contains($0.rule)
        }
        #expect(findings.count <= 33)
        #expect(findings.contains { $0.message.contains("more differences") })
        #expect(findings.contains { $0.message.contains("more files") })
    }

    @Test func `A row that somebody changed does not pass`() throws {
        let title = try Title(sample: "packed-audio/index.m3u8")
        let id = try ContentID("movie-42")
        let record = try #require(try title.store.publishedTree(of: id, before: nil))
        var files = record.encryptedListing
        files[20] ^= 1
        try title.store.record(
            TreeRecord(
                contentID: id,
                tree: record.tree,
                digest: [UInt8](repeating: 0, count: 32),
                encryptedListing: files
            )
        )
        #expect(throws: RunFailure.self) { try title.verifyWithAllFindings() }
    }
}
