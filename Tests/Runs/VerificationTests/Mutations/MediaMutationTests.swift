import ProtectionTerms
import Testing

@testable import Verification

/// Changed protected media, verified without a source.
///
/// A flipped ciphertext bit makes its block of 16 bytes garbage and flips one bit of the next (CBC).
struct MediaMutationTests {
    private static let segment = "out/video/720p/segment0.ts"

    private static func flip(_ offset: Int, in file: String) -> @Sendable (Title) throws -> Void {
        { try $0.editBytes(of: file) { $0[offset] ^= 0x80 } }
    }

    static let mutations = [
        // Block 50000..<50016 contains the start of packet 266 at 266 * 188 = 50008.
        Mutation(
            "a bit over the start of a packet",
            findings: ["stream video/720p/index.m3u8:7 video/720p/segment0.ts@50008"],
            change: flip(50_000, in: segment)
        ),
        // Block 49888..<49904 is within packet 265 at 49820: picture data, which only the digest shows.
        Mutation(
            "a bit inside a picture",
            findings: ["media-digest video/720p/index.m3u8"],
            change: flip(49_900, in: segment)
        ),
        // The file has 58656 clear bytes, a multiple of 16, so the last block is only padding.
        Mutation(
            "a bit of the padding",
            findings: ["decryption video/720p/index.m3u8:7 video/720p/segment0.ts"],
            change: flip(58_656, in: segment)
        ),
        Mutation("a byte less", findings: ["decryption video/720p/index.m3u8:7 video/720p/segment0.ts"]) {
            try $0.editBytes(of: segment) { $0.removeLast() }
        },
        Mutation("a block less", findings: ["decryption video/720p/index.m3u8:7 video/720p/segment0.ts"]) {
            try $0.editBytes(of: segment) { $0.removeLast(16) }
        },
        Mutation("a block more", findings: ["decryption video/720p/index.m3u8:7 video/720p/segment0.ts"]) {
            try $0.editBytes(of: segment) { $0 += [UInt8](repeating: 7, count: 16) }
        },
        Mutation("nothing left", findings: ["decryption audio/en/index.m3u8:7 audio/en/segment0.aac"]) {
            try $0.write([], to: "out/audio/en/segment0.aac")
        },
        Mutation("a file less", findings: ["media audio/en/index.m3u8:7 audio/en/segment0.aac"]) {
            try $0.remove("out/audio/en/segment0.aac")
        },
        Mutation("a folder for a file", findings: ["media audio/en/index.m3u8:7 audio/en/segment0.aac"]) {
            try $0.remove("out/audio/en/segment0.aac")
            try $0.write([], to: "out/audio/en/segment0.aac/file")
        },
        // Each begins with 16 bytes of garbage, because it decrypts with the IV of the other.
        Mutation(
            "two segments changed places",
            findings: [7, 10].map { "stream audio/en/index.m3u8:\($0) audio/en/segment\($0 / 10).aac@0" }
        ) { try $0.swap("out/audio/en/segment0.aac", "out/audio/en/segment1.aac") },
        // They decrypt with the constant IV; the second begins at 10 s, the first at 14 s.
        Mutation(
            "two segments changed places under one IV",
            "ts/multivariant.m3u8",
            .init(iv: .constant),
            findings: ["order audio/en/index.m3u8:9 audio/en/segment1.aac"]
        ) { try $0.swap("out/audio/en/segment0.aac", "out/audio/en/segment1.aac") },
        Mutation(
            "two lines changed places under one IV",
            "fmp4/multivariant.m3u8",
            .init(iv: .constant),
            findings: ["order audio/en/index.m3u8:10 audio/en/segment0.m4s"]
        ) { try $0.editLines(of: "out/audio/en/index.m3u8") { $0.swapAt(7, 9) } },
        Mutation(
            "a segment less in the playlist",
            "ts/multivariant.m3u8",
            .init(iv: .constant),
            findings: ["media-digest audio/en/index.m3u8"]
        ) { try $0.editLines(of: "out/audio/en/index.m3u8") { $0.removeSubrange(7...8) } },
        Mutation(
            "a segment of another rendition in the playlist",
            "ts/multivariant.m3u8",
            .init(iv: .constant),
            findings: ["media-digest video/240p/index.m3u8"]
        ) { try $0.replace("segment1.ts", with: "../720p/segment1.ts", in: "out/video/240p/index.m3u8") },
        // Sequence number 8 instead of 7 changes only byte 15: the size of the PRIV frame in the ID3 tag.
        //
        // The frame header is in bytes 10 to 19; its body, from 20, is then longer than the tag.
        Mutation(
            "another first sequence number",
            "packed-audio/index.m3u8",
            .init(iv: .sequence),
            findings: [7, 9, 11, 13].map { "stream index.m3u8:\($0) \(($0 + 7) / 2).aac@20" }
        ) { try $0.replace("SEQUENCE:7", with: "SEQUENCE:8", in: "out/index.m3u8") },
    ]

    @Test(arguments: mutations)
    func isFound(_ mutation: Mutation) throws {
        let report = try mutation.apply().verify()
        #expect(report.summaries == mutation.findings)
        #expect(!report.holds)
    }

    /// The rendition that lost its protection is reported, although each of its segments is a valid stream.
    @Test func clearMediaInPlaceOfProtected() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        try title.remove("out/audio")
        try title.copySample("ts/audio", to: "out/audio")
        let report = try title.verify()
        #expect(report.summaries == ["not-protected audio/en/index.m3u8"])
        #expect(!report.holds)
        #expect(report.renditions.filter { !$0.holds }.map(\.name) == ["audio/en/index"])
    }

    /// A rendition that was never encrypted may be intended.
    @Test func clearRenditionThatNoKeyWasUsedOn() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        try title.copySample("ts/audio", to: "out/other")
        try title.replace("URI=\"audio/en", with: "URI=\"other/en", in: "out/multivariant.m3u8")
        let report = try title.verify()
        #expect(report.summaries == ["(warning) not-protected other/en/index.m3u8"])
        #expect(report.holds)
    }

    @Test(arguments: ["ts/multivariant.m3u8", "packed-audio/index.m3u8"])
    func wholeClearPresentation(_ sample: String) throws {
        let title = try Title()
        try title.copySample(String(sample.prefix { $0 != "/" }), to: "out")
        let report = try title.verify("out/" + sample.drop { $0 != "/" }.dropFirst())
        #expect(report.summaries == ["not-protected " + sample.drop { $0 != "/" }.dropFirst()])
        #expect(!report.holds)
    }
}
