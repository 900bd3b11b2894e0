import Ciphers
import Foundation
import KeyStore
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Changed segments, playlists and keys of SAMPLE-AES.
struct SampleMutationTests {
    private static let audio = "packed-audio/index.m3u8"

    /// Segments of packed audio; the ID3 tag has 73 bytes, and 57 more for the audio setup: 10 + 37 + 8 + 2.
    static let packedAudio = [
        // The low byte of the transportStreamTimestamp.
        Mutation("a timestamp", audio, .sampleAES(), findings: ["media-digest index.m3u8"]) {
            try $0.editBytes(of: "out/8.aac") { $0[72] ^= 0x01 }
        },
        // Byte 73 + 10 + 37 is the first of 'zaac'.
        Mutation("an audio type", audio, .sampleAES(), findings: ["stream index.m3u8:10 8.aac@120"]) {
            try $0.editBytes(of: "out/8.aac") { $0[120] = UInt8(ascii: "y") }
        },
        // The object type in the AudioSpecificConfig.
        Mutation(
            "a description of other frames",
            audio,
            .sampleAES(),
            findings: ["signalling index.m3u8:10 8.aac"]
        ) { try $0.editBytes(of: "out/8.aac") { $0[128] ^= 0x08 } },
        // 0x12 0x88: five bits of object type, four of sampling rate, four of channels, frameLengthFlag.
        Mutation(
            "a description of three channels",
            audio,
            .sampleAES(),
            findings: ["signalling index.m3u8:10 8.aac"]
        ) { try $0.editBytes(of: "out/8.aac") { $0[129] ^= 0x10 } },
        Mutation(
            "a description without channels",
            audio,
            .sampleAES(),
            findings: ["signalling index.m3u8:10 8.aac"]
        ) { try $0.editBytes(of: "out/8.aac") { $0[129] ^= 0x08 } },
        Mutation(
            "a description of frames of 960 samples",
            audio,
            .sampleAES(),
            findings: ["signalling index.m3u8:10 8.aac"]
        ) { try $0.editBytes(of: "out/8.aac") { $0[129] ^= 0x04 } },
        Mutation("samples of priming", audio, .sampleAES(), findings: ["signalling index.m3u8:10 8.aac"]) {
            try $0.editBytes(of: "out/8.aac") { $0[125] = 7 }
        },
        // The second byte of the flags: compressed.
        Mutation(
            "a description that is compressed",
            audio,
            .sampleAES(),
            findings: ["stream index.m3u8:10 8.aac@81"]
        ) { try $0.editBytes(of: "out/8.aac") { $0[82] = 0x08 } },
        Mutation("a header of a frame", audio, .sampleAES(), findings: ["stream index.m3u8:10 8.aac@130"]) {
            try $0.editBytes(of: "out/8.aac") { $0[130] = 0 }
        },
        Mutation(
            "a block of a frame",
            audio,
            .sampleAES(),
            findings: ["(warning) stream index.m3u8:10 8.aac@130", "media-digest index.m3u8"]
        ) {
            try $0.editBytes(of: "out/8.aac") { $0[130 + 30] ^= 1 }
        },
        // All segments have the same IV, so only their times show the swap.
        Mutation("two segments changed places", audio, .sampleAES(), findings: ["order index.m3u8:10 8.aac"])
        {
            try $0.swap("out/7.aac", "out/8.aac")
        },
        Mutation("a segment less in the playlist", audio, .sampleAES(), findings: ["media-digest index.m3u8"])
        {
            try $0.replace("#EXTINF:4,\r\n8.aac\r\n", with: "", in: "out/index.m3u8")
        },
        Mutation("a clear segment", audio, .sampleAES(), findings: ["signalling index.m3u8:10 8.aac"]) {
            try $0.remove("out/8.aac")
            try $0.copySample("packed-audio/8.aac", to: "out/8.aac")
        },
        Mutation("a file less", audio, .sampleAES(), findings: ["media index.m3u8:10 8.aac"]) {
            try $0.remove("out/8.aac")
        },
    ]

    @Test(arguments: packedAudio)
    func isFound(_ mutation: Mutation) throws {
        let report = try mutation.apply().verify()
        #expect(report.summaries == mutation.findings)
        #expect(!report.holds)
    }

    /// A segment is missing: the digest in the key store and the continuity counters show it.
    @Test func missingSegment() throws {
        let title = try Title(sample: "ts/multivariant.m3u8", .sampleAES())
        // Lines 8 and 9, after the key line 5; no version line was added.
        try title.editLines(of: "out/video/240p/index.m3u8") { $0.removeSubrange(7...8) }
        let report = try title.verify()
        #expect(
            report.summaries == [
                "(warning) order video/240p/index.m3u8:9 video/240p/segment2.ts",
                "media-digest video/240p/index.m3u8",
            ]
        )
    }

    /// A clear transport stream segment after a key line.
    @Test func clearSegment() throws {
        let title = try Title(sample: "ts/multivariant.m3u8", .sampleAES())
        try title.remove("out/video/240p/segment1.ts")
        try title.copySample("ts/video/240p/segment1.ts", to: "out/video/240p/segment1.ts")
        let report = try title.verify()
        #expect(report.summaries.contains("signalling video/240p/index.m3u8:9 video/240p/segment1.ts"))
        #expect(!report.holds)
    }

    /// The CRCs of AC-3 show a wrong key or IV even if the store has no digest of the media.
    @Test(arguments: [GeneratedStreams.ac3, .packedAC3], [true, false])
    func wrongKeyOfAC3(_ stream: GeneratedStreams, _ isKey: Bool) throws {
        let title = try Title(stream: stream, .sampleAES())
        let other = try Title()
        let right = try #require(try title.store.allRecords().first)
        let wrong = [UInt8](repeating: 7, count: 16)
        let draft = KeyDraft(
            identity: right.identity,
            key: isKey ? try ContentKey(copying: wrong) : right.key,
            iv: isKey ? right.iv : try InitializationVector(bytes: wrong)
        )
        let record = try #require(try other.store.findOrCreate([draft]).first)
        let signalling = try #require(try title.store.signalling(of: right.keyID).first)
        try other.store.signal(
            record,
            as: signalling.keyURI,
            by: signalling.method,
            system: signalling.system,
            in: signalling.tree
        )
        let report = try title.verify(store: other.store)
        #expect(report.findings.contains { $0.rule == .stream && $0.message.contains("wrong CRC") })
        #expect(!report.holds)
    }

    /// For an imported key without digests, the syntax is checked, and a source proves the rest.
    @Test func importedKey() throws {
        let title = try Title(stream: .ac3, .sampleAES())
        let other = try Title()
        let right = try #require(try title.store.allRecords().first)
        let draft = KeyDraft(identity: right.identity, key: right.key, iv: right.iv)
        let record = try #require(try other.store.findOrCreate([draft]).first)
        try other.store.signal(
            record,
            as: "skd://movie-42/all/0",
            by: "sample-aes",
            system: "fairplay",
            in: "/elsewhere"
        )
        let alone = try title.verify(store: other.store)
        #expect(alone.summaries == ["(warning) media-digest index.m3u8"])
        #expect(alone.holds)
        #expect(try title.verify(source: title.source, store: other.store).summaries == [])
    }

    /// The same title with AES-128 and with SAMPLE-AES, under one key: each is compared with its own digest.
    @Test func bothMethodsUnderOneKey() throws {
        let title = try Title()
        let sample = Title.samples + "/ts/multivariant.m3u8"
        try title.protect(sample, ProtectionOptions(), into: "aes")
        try title.protect(sample, .sampleAES(), into: "out")
        #expect(try title.verify("aes/multivariant.m3u8").summaries == [])
        // The subtitles are clear here, but encrypted in the other tree.
        #expect(try title.verify().summaries == [])
        try title.editBytes(of: "out/audio/en/segment1.aac") { $0[200] ^= 1 }
        let report = try title.verify()
        #expect(report.findings.filter(\.isError).map(\.summary) == ["media-digest audio/en/index.m3u8"])
    }

    /// BANDWIDTH may differ from the source only if SAMPLE-AES requires it, and is that of the media.
    @Test(arguments: [
        (ProtectionMethod.sampleAES, "125001"), (.sampleAES, "124999"), (.aes128, "125001"),
        (.aes128, "124999"),
    ])
    func bandwidth(_ method: ProtectionMethod, _ bandwidth: String) throws {
        let title = try Title(sample: "ts/multivariant.m3u8", ProtectionOptions(method: method))
        try title.replace("BANDWIDTH=125000", with: "BANDWIDTH=" + bandwidth, in: "out/multivariant.m3u8")
        let findings = try title.verifyAgainstSource().findings.filter(\.isError)
        #expect(findings.map(\.rule) == [.sourcePlaylist])
    }

    @Test(arguments: [
        (ProtectionMethod.sampleAES, "121001"), (.sampleAES, "120999"), (.aes128, "121001"),
        (.aes128, "120999"),
    ])
    func averageBandwidth(_ method: ProtectionMethod, _ bandwidth: String) throws {
        let title = try Title(sample: "ts/multivariant.m3u8", ProtectionOptions(method: method))
        let name = "out/multivariant.m3u8"
        try title.replace("AVERAGE-BANDWIDTH=121000", with: "AVERAGE-BANDWIDTH=" + bandwidth, in: name)
        let findings = try title.verifyAgainstSource().findings.filter(\.isError)
        #expect(findings.map(\.rule) == [.sourcePlaylist])
    }

    /// At the end of the clear lead, either all playlists have a discontinuity or none has.
    @Test(arguments: [
        "video/240p/index.m3u8", "audio/en/index.m3u8", "iframes/720p.m3u8", "subtitles/en/index.m3u8",
    ])
    func discontinuity(_ playlist: String) throws {
        let title = try Title(sample: "ts/multivariant.m3u8", .sampleAES(clearLead: .seconds(4)))
        try #require(try title.verifyAgainstSource().holds)
        try title.replace("#EXT-X-DISCONTINUITY\n", with: "", in: "out/" + playlist)
        let errors = try title.verifyAgainstSource().findings.filter(\.isError)
        #expect(errors.contains { $0.rule == .sourcePlaylist && $0.playlist == playlist })
    }

    /// A rendition that lost its protection.
    @Test func clearRendition() throws {
        let title = try Title(sample: "ts/multivariant.m3u8", .sampleAES())
        try title.remove("out/audio")
        try title.copySample("ts/audio", to: "out/audio")
        let report = try title.verify()
        #expect(report.summaries == ["not-protected audio/en/index.m3u8"])
        #expect(!report.holds)
    }
}
