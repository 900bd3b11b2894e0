import ProtectionTerms
import Testing

@testable import Verification

/// Changed key lines: the line of each finding, and the segments that no longer decrypt.
///
/// `video/240p/index.m3u8` of the sample has a key line per segment in lines 5, 8, 11 and URIs in 7, 10, 13.
/// With a constant IV or sequence numbers it has only line 5, and URIs in 7, 9, 11.
struct KeyLineMutationTests {
    private static let video = "out/video/240p/index.m3u8"
    private static let audio = "out/index.m3u8"
    private static let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://movie-42/all/0\""

    static let mutations = [
        // Ciphertext read as a stream: the first byte is not a sync byte.
        Mutation(
            "the first key line is missing",
            findings: ["stream video/240p/index.m3u8:6 video/240p/segment0.ts@0"]
        ) {
            try $0.editLines(of: video) { $0.remove(at: 4) }
        },
        // The IV of the previous segment applies: the first 16 bytes are garbage.
        Mutation(
            "the second key line is missing",
            findings: [
                "stream video/240p/index.m3u8:9 video/240p/segment1.ts@0",
                "key-line iframes/240p.m3u8:13 video/240p/segment1.ts",
            ]
        ) {
            try $0.editLines(of: video) { $0.remove(at: 7) }
        },
        Mutation(
            "METHOD=NONE over ciphertext",
            findings: [
                "stream video/240p/index.m3u8:10 video/240p/segment1.ts@0",
                "(warning) not-protected video/240p/index.m3u8:10",
            ]
        ) {
            try $0.editLines(of: video) { $0[7] = "#EXT-X-KEY:METHOD=NONE" }
        },
        Mutation(
            "the first byte of an IV",
            findings: [
                "stream video/240p/index.m3u8:7 video/240p/segment0.ts@0",
                "key-line iframes/240p.m3u8:6 video/240p/segment0.ts",
            ]
        ) {
            try $0.editLines(of: video) { lines in
                let isZero = lines[4].contains("IV=0x0")
                lines[4].replace(/IV=0x./, with: isZero ? "IV=0x1" : "IV=0x0")
            }
        },
        // Sequence number 0 is not the IV of the segment.
        Mutation(
            "no IV",
            findings: [
                "stream video/240p/index.m3u8:7 video/240p/segment0.ts@0",
                "key-line iframes/240p.m3u8:6 video/240p/segment0.ts",
            ]
        ) {
            try $0.editLines(of: video) { $0[4] = key }
        },
        Mutation("a key URI that nobody recorded", findings: ["no-record video/240p/index.m3u8:5"]) {
            try $0.replace("skd://movie-42/all/0", with: "skd://movie-43/all/0", in: video)
        },
        Mutation(
            "a key line over no segment that nobody recorded",
            findings: ["no-record video/240p/index.m3u8:14"]
        ) {
            try $0.editLines(of: video) {
                $0.insert("#EXT-X-KEY:METHOD=AES-128,URI=\"skd://nobody\"", at: 13)
            }
        },
        Mutation(
            "a key line that another replaces at once and nobody recorded",
            findings: ["no-record video/240p/index.m3u8:5"]
        ) {
            try $0.editLines(of: video) { $0.insert("#EXT-X-KEY:METHOD=AES-128,URI=\"skd://nobody\"", at: 4) }
        },
        // Wholly encrypted segments are not packed audio.
        Mutation(
            "another method",
            "packed-audio/index.m3u8",
            .init(iv: .sequence),
            findings: ["(warning) key-line index.m3u8:5"]
                + [7, 9, 11, 13].map { "stream index.m3u8:\($0) \(($0 + 7) / 2).aac@0" }
                + ["(warning) media-digest index.m3u8", "version index.m3u8:5"]
        ) {
            try $0.replace("METHOD=AES-128", with: "METHOD=SAMPLE-AES", in: audio)
        },
        Mutation(
            "an unknown method",
            "packed-audio/index.m3u8",
            .init(iv: .sequence),
            findings: ["key-line index.m3u8:5", "key-method-unknown index.m3u8:5"]
        ) {
            try $0.replace("METHOD=AES-128", with: "METHOD=AES-512", in: audio)
        },
        Mutation(
            "FairPlay's key format with AES-128, and no version for it",
            "packed-audio/index.m3u8",
            .init(iv: .sequence),
            findings: ["key-line index.m3u8:5", "version index.m3u8:5"]
        ) {
            try $0.replace("/0\"", with: "/0\",KEYFORMAT=\"com.apple.streamingkeydelivery\"", in: audio)
        },
        // Lines 5 and 6; then the four segments of lines 8, 10, 12, 14.
        Mutation(
            "keys of two formats",
            "packed-audio/index.m3u8",
            .init(iv: .sequence),
            findings: ["key-line index.m3u8:6"] + [8, 10, 12, 14].map { "key-line index.m3u8:\($0)" }
                + ["version index.m3u8:6"]
        ) {
            try $0.replace(key, with: key + "\r\n" + key + ",KEYFORMAT=\"com.example\"", in: audio)
        },
        Mutation(
            "a version of identity that there is not",
            "packed-audio/index.m3u8",
            .init(iv: .sequence),
            findings: ["key-line index.m3u8:5", "version index.m3u8:5"]
        ) {
            try $0.replace(key, with: key + ",KEYFORMATVERSIONS=\"2/3\"", in: audio)
        },
        // RFC 8216bis 8: an IV needs version 2, which this playlist did not have.
        Mutation("no version for the IV", "packed-audio/index.m3u8", findings: ["version index.m3u8:5"]) {
            try $0.replace("#EXT-X-VERSION:2\r\n", with: "", in: audio)
        },
        Mutation("a version too low for the IV", findings: ["version video/240p/index.m3u8:2"]) {
            try $0.replace("#EXT-X-VERSION:3", with: "#EXT-X-VERSION:1", in: video)
        },
        // A section has no sequence number to use as IV; the key line 5 applies to the EXT-X-MAP in line 6.
        Mutation(
            "no IV over a map",
            "fmp4/multivariant.m3u8",
            .init(encryptsInit: true),
            findings: ["key-line video/240p/index.m3u8:5", "key-map-iv video/240p/index.m3u8:6"]
        ) {
            try $0.editLines(of: video) { $0[4] = key }
        },
        // The key line of the EXT-X-MAP applies to no segment: each has a key line of its own.
        Mutation(
            "an encrypted map before its key line",
            "fmp4/multivariant.m3u8",
            .init(encryptsInit: true),
            findings: ["stream video/240p/index.m3u8:5 video/240p/init.mp4@0"]
        ) {
            try $0.editLines(of: video) { $0.swapAt(4, 5) }
        },
        // Line 6 applies to segment0.ts: I-frames in lines 9 (at byte 0) and 12 (its IV is the block before).
        Mutation(
            "another IV over an I-frame at the start",
            findings: [
                "stream iframes/240p.m3u8:9 video/240p/segment0.ts@0",
                "key-line iframes/240p.m3u8:6 video/240p/segment0.ts",
            ]
        ) {
            try $0.editLines(of: "out/iframes/240p.m3u8") { $0[5] = key }
        },
    ]

    @Test(arguments: mutations)
    func isFound(_ mutation: Mutation) throws {
        let report = try mutation.apply().verify()
        #expect(report.summaries == mutation.findings)
        #expect(!report.holds)
    }

    /// Changes after which the presentation is still valid.
    static let harmless = [
        Mutation("a key line twice", findings: []) {
            try $0.editLines(of: video) { $0.insert($0[4], at: 4) }
        },
        Mutation("the key format written out", "packed-audio/index.m3u8", findings: []) {
            try $0.replace("#EXT-X-VERSION:2", with: "#EXT-X-VERSION:5", in: audio)
            try $0.replace("/0\"", with: "/0\",KEYFORMAT=\"identity\",KEYFORMATVERSIONS=\"1\"", in: audio)
        },
        // Without the attribute in the session key, the version is 1.
        Mutation("the versions of a session key written out", findings: []) {
            try $0.replace("/0\"", with: "/0\",KEYFORMATVERSIONS=\"1\"", in: "out/multivariant.m3u8")
        },
        // The number of the first segment, 7, as a short IV; the other segments have none.
        Mutation("a short IV", "packed-audio/index.m3u8", .init(iv: .sequence), findings: []) {
            try $0.replace(key, with: key + ",IV=0x07", in: audio)
            try $0.replace("7.aac\r\n", with: "7.aac\r\n" + key + "\r\n", in: audio)
            try $0.replace("#EXTM3U\r\n", with: "#EXTM3U\r\n#EXT-X-VERSION:2\r\n", in: audio)
        },
        Mutation("a session key less", findings: []) {
            try $0.editLines(of: "out/multivariant.m3u8") { lines in
                lines.removeAll { $0.hasPrefix("#EXT-X-SESSION-KEY") }
            }
        },
    ]

    @Test(arguments: harmless)
    func isAccepted(_ mutation: Mutation) throws {
        let report = try mutation.apply().verify()
        #expect(report.summaries == mutation.findings)
        #expect(report.holds)
    }
}
