import Testing

@testable import Verification

/// Changed byte ranges.
struct RangeMutationTests {
    private static let iFrames = "out/iframes/240p.m3u8"
    private static let ranges = "out/index.m3u8"
    /// The largest number at which a range can end.
    private static let end = UInt64.max

    /// The ranges of `iframes/240p.m3u8`: `2820@0` in line 8, `2632@19552` in line 11, both of `segment0.ts`,
    /// whose 41172 clear bytes are 41184 of ciphertext.
    static let iFrameMutations = [
        Mutation("another start", findings: ["stream iframes/240p.m3u8:9 video/240p/segment0.ts@0"]) {
            try $0.replace("2820@0", with: "2820@16", in: iFrames)
        },
        // 2632 is 14 packets of 188; 2633 bytes have another packet of one byte at 2632.
        Mutation("a byte more", findings: ["stream iframes/240p.m3u8:12 video/240p/segment0.ts@2632"]) {
            try $0.replace("2632@19552", with: "2633@19552", in: iFrames)
        },
        Mutation("beyond the file", findings: ["media iframes/240p.m3u8:12 video/240p/segment0.ts"]) {
            try $0.replace("2632@19552", with: "2632@38560", in: iFrames)
        },
        // The last 12 bytes of the ciphertext are padding: no packet begins at 41184 - 188 = 40996.
        Mutation(
            "up to the end of the padding",
            findings: ["stream iframes/240p.m3u8:12 video/240p/segment0.ts@0"]
        ) {
            try $0.replace("2632@19552", with: "188@40996", in: iFrames)
        },
        Mutation("of no bytes", findings: ["stream iframes/240p.m3u8:12 video/240p/segment0.ts@0"]) {
            try $0.replace("2632@19552", with: "0@19552", in: iFrames)
        },
        // Each range is right, but the second begins before the first.
        Mutation("two that changed places", findings: ["order iframes/240p.m3u8:12 video/240p/segment0.ts"]) {
            try $0.replace("2820@0", with: "2632@19552\n#FIRST", in: iFrames)
            try $0.replace("2632@19552\n../", with: "2820@0\n../", in: iFrames)
            try $0.replace("\n#FIRST", with: "", in: iFrames)
        },
        Mutation("at the end of all numbers", findings: ["media iframes/240p.m3u8:12 video/240p/segment0.ts"])
        {
            try $0.replace("2632@19552", with: "1@\(end - 1)", in: iFrames)
        },
        // Without its last block of 16 bytes the file has 41168 bytes.
        Mutation(
            "of a file that is no whole number of blocks",
            findings: [
                "decryption video/240p/index.m3u8:7 video/240p/segment0.ts",
                "media iframes/240p.m3u8:12 video/240p/segment0.ts",
            ]
        ) {
            try $0.replace("2632@19552", with: "12@41160", in: iFrames)
            try $0.editBytes(of: "out/video/240p/segment0.ts") { $0.removeLast(11) }
        },
    ]

    @Test(arguments: iFrameMutations)
    func isFoundInIFrames(_ mutation: Mutation) throws {
        let report = try mutation.apply().verify()
        #expect(report.summaries == mutation.findings)
        #expect(!report.holds)
    }

    /// A client can decrypt a range of the last packet, up to the last and partly padded block.
    @Test func lastBlock() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        // 218 * 188 = 40984 = 41172 - 188.
        try title.replace("2632@19552", with: "188@40984", in: Self.iFrames)
        let report = try title.verify()
        #expect(report.summaries == [])
    }

    /// The ranges of `ts-byterange`: 75764, 78020 and 74260 clear bytes; the first is 75776 encrypted.
    static let segmentMutations = [
        Mutation("a length that is no multiple of 16", findings: ["decryption index.m3u8:8 main.ts"]) {
            try $0.replace("75776@0", with: "75764@0", in: ranges)
        },
        Mutation("a block less", findings: ["decryption index.m3u8:8 main.ts"]) {
            try $0.replace("75776@0", with: "75760@0", in: ranges)
        },
        Mutation("no bytes", findings: ["decryption index.m3u8:8 main.ts"]) {
            try $0.replace("75776@0", with: "0@0", in: ranges)
        },
        // Neither the IV at the start nor the padding at the end is right.
        Mutation(
            "a block later",
            findings: ["decryption index.m3u8:8 main.ts", "stream index.m3u8:8 main.ts@0"]
        ) {
            try $0.replace("75776@0", with: "75776@16", in: ranges)
        },
        Mutation("all numbers", findings: ["media index.m3u8:8 main.ts"]) {
            try $0.replace("75776@0", with: "\(end)@0", in: ranges)
        },
    ]

    @Test(arguments: segmentMutations)
    func isFoundInSegments(_ mutation: Mutation) throws {
        let title = try Title(sample: "ts-byterange/multivariant.m3u8")
        // Each range has an offset, so that a change of one does not move the others.
        try title.editLines(of: Self.ranges) { lines in
            lines = lines.map { $0.hasPrefix("#EXT-X-BYTERANGE") && !$0.contains("@") ? $0 + "@75792" : $0 }
        }
        try #require(try title.verify().holds)
        try mutation.change(title)
        let report = try title.verify()
        #expect(report.summaries == mutation.findings)
        #expect(!report.holds)
    }

    /// Huge ranges can appear many times: their sum exceeds 64 bits.
    @Test func sumOfHugeRanges() throws {
        let title = try Title(sample: "ts-byterange/multivariant.m3u8")
        try title.editLines(of: Self.ranges) { lines in
            lines = lines.map { $0.hasPrefix("#EXT-X-BYTERANGE") ? "#EXT-X-BYTERANGE:\(Self.end)@0" : $0 }
        }
        let report = try title.verifyAgainstSource()
        #expect(report.summaries.filter { $0.hasPrefix("media") }.count == 3)
        #expect(!report.holds)
    }
}
