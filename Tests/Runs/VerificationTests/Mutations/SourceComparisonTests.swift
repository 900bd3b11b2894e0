import Failures
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Findings of a comparison with the clear presentation, with exact offsets.
struct SourceComparisonTests {
    private static let segment = "video/240p/segment0.ts"
    private static let playlist = "video/240p/index.m3u8"

    /// Changes of the protected tree.
    static let protectedMutations = [
        // The garbage begins with the block: 49888 = 3118 * 16.
        Mutation("a bit", findings: ["source-media video/720p/index.m3u8:7 video/720p/segment0.ts@49888"]) {
            try $0.editBytes(of: "out/video/720p/segment0.ts") { $0[49_900] ^= 1 }
        },
        Mutation(
            "another first sequence number",
            "packed-audio/index.m3u8",
            .init(iv: .sequence),
            findings: [7, 9, 11, 13].flatMap { line in
                ["source-media", "stream"].map {
                    "\($0) index.m3u8:\(line) \((line + 7) / 2).aac@\($0 == "stream" ? 20 : 15)"
                }
            } + ["source-playlist index.m3u8:4"]
        ) { try $0.replace("SEQUENCE:7", with: "SEQUENCE:8", in: "out/index.m3u8") },
        Mutation("another duration", findings: ["source-playlist \(playlist):6"]) {
            try $0.replace("#EXTINF:4.00000,", with: "#EXTINF:4.00001,", in: "out/" + playlist)
        },
        Mutation("a line less at the end", findings: ["source-playlist \(playlist):13"]) {
            try $0.replace("#EXT-X-ENDLIST\n", with: "", in: "out/" + playlist)
        },
        Mutation("a line more at the end", findings: ["source-playlist \(playlist):15"]) {
            try $0.replace(
                "#EXT-X-ENDLIST\n",
                with: "#EXT-X-ENDLIST\n#EXT-X-INDEPENDENT-SEGMENTS\n",
                in: "out/" + playlist
            )
        },
        Mutation(
            "a lower version",
            "ts/multivariant.m3u8",
            .init(iv: .sequence),
            findings: ["version \(playlist):2", "source-playlist \(playlist):2"]
        ) {
            try $0.replace("#EXT-X-VERSION:3", with: "#EXT-X-VERSION:2", in: "out/" + playlist)
        },
        Mutation(
            "a higher version",
            "ts/multivariant.m3u8",
            .init(iv: .sequence),
            findings: ["source-playlist \(playlist):2"]
        ) {
            try $0.replace("#EXT-X-VERSION:3", with: "#EXT-X-VERSION:4", in: "out/" + playlist)
        },
        Mutation(
            "a higher version of the multivariant playlist",
            findings: ["source-playlist multivariant.m3u8:2"]
        ) {
            try $0.replace("#EXT-X-VERSION:4", with: "#EXT-X-VERSION:9", in: "out/multivariant.m3u8")
        },
        // 3243 bytes of the protected file are one sample with nothing after it.
        Mutation(
            "a range of an I-frame that goes on",
            "fmp4/video/240p/iframes.m3u8",
            .sampleAES(),
            findings: ["source-media iframes.m3u8:10 segment0.m4s@3247"]
        ) {
            try $0.editLines(of: "out/iframes.m3u8") { lines in
                lines[8].replace(/:[0-9]*/, with: ":3247")
            }
        },
        // The same segment twice under one IV: each is right, but the last of the source is missing.
        Mutation(
            "a segment twice",
            "ts/multivariant.m3u8",
            .init(iv: .constant),
            findings: ["source-playlist \(playlist):12"]
        ) {
            try $0.replace(
                "#EXT-X-ENDLIST",
                with: "#EXTINF:4.00000,\nsegment2.ts\n#EXT-X-ENDLIST",
                in: "out/" + playlist
            )
        },
        // Line 6 of the multivariant playlist is the audio, after the session key; line 7 was the subtitles.
        Mutation(
            "a rendition less",
            findings: ["source-playlist multivariant.m3u8:6", "source-playlist audio/en/index.m3u8"]
        ) {
            try $0.editLines(of: "out/multivariant.m3u8") { lines in
                lines.removeAll { $0.contains("TYPE=AUDIO") }
                lines = lines.map { $0.replacing(",AUDIO=\"audio\"", with: "") }
            }
        },
    ]

    @Test(arguments: protectedMutations)
    func isFound(_ mutation: Mutation) throws {
        let report = try mutation.apply().verifyAgainstSource()
        #expect(report.summaries == mutation.findings)
        #expect(!report.holds)
    }

    /// The two I-frames of the segment, which are compared with the same file.
    private static let iFrames = [9, 12].map { "source-media iframes/240p.m3u8:\($0) \(segment)" }

    /// Changes of a copy of the clear tree in `source`; the segment has 41172 clear bytes.
    static let sourceMutations = [
        Mutation("ten bytes less", findings: ["source-media \(playlist):7 \(segment)@41162"]) {
            try $0.editBytes(of: "source/" + segment) { $0.removeLast(10) }
        },
        Mutation("five bytes more", findings: ["source-media \(playlist):7 \(segment)@41172"]) {
            try $0.editBytes(of: "source/" + segment) { $0 += [1, 2, 3, 4, 5] }
        },
        Mutation("the last byte", findings: ["source-media \(playlist):7 \(segment)@41171"]) {
            try $0.editBytes(of: "source/" + segment) { $0[41_171] ^= 1 }
        },
        Mutation("nothing", findings: ["source-media \(playlist):7 \(segment)@0"] + iFrames) {
            try $0.write([], to: "source/" + segment)
        },
        Mutation("no file", findings: ["source-media \(playlist):7 \(segment)"] + iFrames) {
            try $0.remove("source/" + segment)
        },
        // Line 14 of the source, 15 after the session key.
        Mutation(
            "no rendition",
            findings: ["source-playlist multivariant.m3u8:15", "source-playlist iframes/720p.m3u8"]
        ) {
            try $0.editLines(of: "source/multivariant.m3u8") { lines in
                lines.removeAll { $0.contains("iframes/720p") }
            }
        },
    ]

    @Test(arguments: sourceMutations)
    func isFoundInSource(_ mutation: Mutation) throws {
        let title = try Title(sample: mutation.sample)
        let copy = try title.copySource()
        try #require(try title.verify(source: copy).summaries == [])
        try mutation.change(title)
        let report = try title.verify(source: copy)
        #expect(report.summaries == mutation.findings)
        #expect(!report.holds)
    }

    /// The fault is in the source, and the message says so.
    @Test func missingSourceFileIsNamed() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        let copy = try title.copySource()
        try title.remove("source/" + Self.segment)
        let finding = try #require(try title.verify(source: copy).findings.first)
        #expect(finding.message.contains(title.directory + "/source/" + Self.segment))
        #expect(finding.message.contains("No such file or directory"))
    }

    /// A range beyond the end of the source file, up to the largest possible number.
    @Test(arguments: ["74260@153785", "1@18446744073709551614", "18446744073709551615@0"])
    func rangeBeyondSource(_ range: String) throws {
        let title = try Title(sample: "ts-byterange/multivariant.m3u8")
        let copy = try title.copySource()
        try title.replace("74260@153784", with: range, in: "source/index.m3u8")
        let report = try title.verify(source: copy)
        let finding = try #require(report.findings.first)
        #expect(report.findings.count == 1)
        #expect(finding.rule == .sourceMedia)
        #expect(finding.message.contains(title.directory + "/source/main.ts"))
        #expect(!report.holds)
    }

    /// A source that cannot be read at all is an error with the failure class of its cause.
    @Test func unreadableSource() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        let copy = try title.copySource()
        try title.replace("#EXTINF", with: "#EXTNO", in: "source/" + Self.playlist)
        let malformed = #expect(throws: RunFailure.self) { try title.verify(source: copy) }
        #expect(malformed?.failureClass == .malformed)
        #expect(malformed?.description.hasPrefix("source: " + Self.playlist) == true)
        try title.remove("source/" + Self.playlist)
        let missing = #expect(throws: RunFailure.self) { try title.verify(source: copy) }
        #expect(missing?.failureClass == .missing)
        #expect(missing?.description.hasPrefix("source: ") == true)
        let nowhere = #expect(throws: RunFailure.self) {
            try title.verify(source: "/nowhere/index.m3u8")
        }
        #expect(nowhere?.failureClass == .missing)
    }
}
