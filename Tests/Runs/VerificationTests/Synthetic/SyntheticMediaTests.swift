import ProtectionTerms
import Testing

@testable import Verification

/// Unusual cases that the sample media do not have.
struct SyntheticMediaTests {
    /// A segment cut after a block whose last clear byte is 1 has valid padding.
    ///
    /// Text does not show that there was more, so only the digest in the key store detects it.
    @Test func truncationThatLooksLikePadding() throws {
        // 32 bytes: 7 + 24 characters of a header line and U+0001, then a cue.
        let header = "WEBVTT " + String(repeating: "x", count: 24) + "\u{1}"
        #expect(header.utf8.count == 32)
        let text = header + "\n\n00:00:00.000 --> 00:00:01.000\ncue\n"
        let title = try Title(files: ["index.m3u8": Synthetic.playlist(["0.vtt"]), "0.vtt": text])
        try #require(try title.verify().summaries == [])
        try title.editBytes(of: "out/0.vtt") { $0.removeSubrange(32...) }
        let report = try title.verify()
        #expect(report.summaries == ["media-digest index.m3u8"])
        #expect(!report.holds)
        #expect(report.renditions.first?.bytes == 31)
        // Only the source shows the offset: byte 31 is missing.
        #expect(try title.verifyAgainstSource().summaries.first == "source-media index.m3u8:6 0.vtt@31")
    }

    /// Times may restart at a discontinuity, even at a gap, at a segment without times, or at a clear one.
    @Test(arguments: [
        [("5", ""), ("6", ""), ("0", "#EXT-X-DISCONTINUITY\n")],
        [("5", ""), ("gap", "#EXT-X-DISCONTINUITY\n#EXT-X-GAP\n"), ("0", "")],
        [("5", ""), ("none", "#EXT-X-DISCONTINUITY\n"), ("0", "")],
        [("5", ""), ("gap", "#EXT-X-GAP\n"), ("6", "")],
    ])
    func timelines(_ segments: [(String, String)]) throws {
        var files = ["index.m3u8": Synthetic.playlist(segments.map { $1 + $0 + ".vtt" })]
        for (name, _) in segments where name != "gap" {
            files[name + ".vtt"] = Int(name).map { Synthetic.webVTT($0) } ?? "WEBVTT\n"
        }
        let title = try Title(files: files, ProtectionOptions(iv: .constant))
        let report = try title.verify()
        #expect(report.summaries == [])
        #expect(report.holds)
    }

    /// A wrong order that the source has is a warning, not a fault of the protection.
    @Test func orderOfTheSource() throws {
        let files = [
            "index.m3u8": Synthetic.playlist(["5.vtt", "3.vtt"]), "5.vtt": Synthetic.webVTT(5),
            "3.vtt": Synthetic.webVTT(3),
        ]
        let title = try Title(files: files)
        let alone = try title.verify()
        #expect(alone.summaries == ["order index.m3u8:9 3.vtt"])
        #expect(!alone.holds)
        let compared = try title.verifyAgainstSource()
        #expect(compared.summaries == ["(warning) order index.m3u8:9 3.vtt"])
        #expect(compared.holds)
    }

    /// Malformed media of the source are a warning as well, but their digest is checked.
    @Test func malformedSource() throws {
        let files = ["index.m3u8": Synthetic.playlist(["0.ts"]), "0.ts": "this is no transport stream"]
        let title = try Title(files: files)
        // The key store knows that these media were encrypted.
        #expect(try title.verify().summaries == ["(warning) stream index.m3u8:6 0.ts@0"])
        let compared = try title.verifyAgainstSource()
        #expect(compared.summaries == ["(warning) stream index.m3u8:6 0.ts@0"])
        #expect(compared.holds)
        // A clear presentation with such media still counts as not protected.
        let clear = try title.verify("clear/index.m3u8", source: title.source)
        #expect(clear.summaries == ["(warning) stream index.m3u8:5 0.ts@0", "not-protected index.m3u8"])
        #expect(!clear.holds)
    }

    /// A segment of no bytes is one block of padding.
    @Test func emptySegment() throws {
        let files = [
            "index.m3u8": Synthetic.playlist(["0.vtt", "1.vtt"]), "0.vtt": "", "1.vtt": Synthetic.webVTT(1),
        ]
        let title = try Title(files: files)
        #expect(try title.read("out/0.vtt").count == 16)
        #expect(try title.verify().summaries == ["(warning) stream index.m3u8:6 0.vtt@0"])
        #expect(try title.verifyAgainstSource().holds)
        try title.write([], to: "out/0.vtt")
        #expect(try !title.verifyAgainstSource().holds)
    }

    /// An I-frame may be a whole file, which a client decrypts with its padding.
    @Test func iFrameOfAWholeFile() throws {
        let iFrames =
            "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:4\n#EXT-X-I-FRAMES-ONLY\n"
            + "#EXTINF:4,\nframe.ts\n#EXT-X-ENDLIST\n"
        let title = try Title()
        // The first I-frame of the sample with PAT and PMT: 15 packets.
        try title.copySample("ts/video/240p/segment0.ts", to: "frame.ts")
        try title.write(Array(title.read("frame.ts").prefix(2820)), to: "clear/frame.ts")
        try title.write(iFrames, to: "clear/index.m3u8")
        try title.protect(title.directory + "/clear/index.m3u8", ProtectionOptions())
        #expect(try title.verify().summaries == [])
        #expect(try title.verifyAgainstSource().summaries == [])
        #expect(try title.verify().renditions.first?.bytes == 2820)
        try title.editBytes(of: "out/frame.ts") { $0.removeLast(16) }
        #expect(try !title.verify().holds)
    }

    /// A whole file and its range from 0 to the end are one media resource.
    @Test func wholeFileAndRangeOfIt() throws {
        let vtt = Synthetic.webVTT(0)
        let playlist = Synthetic.playlist(["0.vtt", "#EXT-X-BYTERANGE:\(vtt.utf8.count)@0\n0.vtt"])
            .replacing("VERSION:3", with: "VERSION:4")
        let title = try Title(files: ["index.m3u8": playlist, "0.vtt": vtt])
        #expect(try title.verify().summaries == [])
    }

    /// Renditions that share segments share their findings.
    @Test func sharedSegments() throws {
        let files = [
            "master.m3u8":
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb.m3u8\n",
            "a.m3u8": Synthetic.playlist(["0.vtt", "1.vtt"]),
            "b.m3u8": Synthetic.playlist(["0.vtt", "2.vtt"]),
            "0.vtt": Synthetic.webVTT(0), "1.vtt": Synthetic.webVTT(1), "2.vtt": Synthetic.webVTT(2),
        ]
        let title = try Title(files: files, entry: "master.m3u8")
        #expect(try title.verify().summaries == [])
        try title.editBytes(of: "out/0.vtt") { $0[0] ^= 1 }
        let report = try title.verify()
        #expect(report.summaries == ["stream a.m3u8:6 0.vtt@0", "stream b.m3u8:6 0.vtt@0"])
    }

    /// Files of session data are part of the presentation.
    @Test func sessionData() throws {
        let files = [
            "master.m3u8": "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"com.example\",URI=\"data.json\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n",
            "a.m3u8": Synthetic.playlist(["0.vtt"]), "0.vtt": Synthetic.webVTT(0), "data.json": "{}",
        ]
        let title = try Title(files: files, entry: "master.m3u8")
        #expect(try title.verifyAgainstSource().summaries == [])
        let line =
            try #require(
                try title.text("out/master.m3u8").split(separator: "\n").firstIndex {
                    $0.hasPrefix("#EXT-X-SESSION-DATA")
                }
            ) + 1
        try title.write("[]", to: "out/data.json")
        #expect(try title.verifyAgainstSource().summaries == ["source-media master.m3u8:\(line) data.json"])
        try title.remove("out/data.json")
        #expect(try title.verify().summaries == ["media master.m3u8:\(line) data.json"])
    }
}
