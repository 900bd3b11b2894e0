import Testing

@testable import Verification

/// Byte ranges that are changed.
struct RangeMutationTests {
    private static let iFrames = "out/iframes/240p.m3u8"
    private static let ranges = "out/index.m3u8"
    /// The largest number that a range can end at.
    private static let end = UInt64.max

    /// The ranges of `iframes/240p.m3u8`: `2820@0` in line 8, `2632@19552` in line 11, both of `segment0.ts`, whose
    /// 41172 clear bytes are 41184 of ciphertext.
    static let iFrameMutations = [
        Mutation("another start", findings: ["stream iframes/240p.m3u8:9 video/240p/segment0.ts@0"]) {
            try $0.replace("2820@0", with: "2820@16", in: iFrames)
        },
        // 2632 is 14 packets of 188; in 2633 bytes there is a packet of one byte at 2632.
        Mutation("a byte more", findings: ["stream iframes/240p.m3u8:12 video/240p/segment0.ts@2632"]) {
            try $0.replace("2632@19552", with: "2633@19552", in: iFrames)
        },
        Mutation("beyond the file", findings: ["media iframes/240p.m3u8:12 video/240p/segment0.ts"]) {
            try $0.replace("2632@19552", with: "2632@38560", in: iFrames)
        },
        // The last 12 bytes of the ciphertext are padding: 41184 - 188 = 40996 begins no packet.
        Mutation(
            "up to the end of the padding",
            findings: ["stream iframes/240p.m3u8:12 video/240p/segment0.ts@0"]
        ) {
            try $0.replace("2632@19552", with: "188@40996", in: iFrames)
        },
        Mutation("of no bytes", findings: ["stream iframes/240p.m3u8:12 video/240p/segment0.ts@0"]) {
            try $0.replace("2632@19552", with: "0@19552", in: iFrames)
        },
        // Each range is right, but the second begins before the first one did.
        Mutation("two that changed places", findings: ["order iframes/240p.m3u8:12 video/240p/segment0.ts"]) {
            try $0.replace("2820@0", with: "2632@19552\n#FIRST", in: iFrames)
            try $0.replace("2632@19552\n../", with: "2820@0\n../", in: iFrames)
            try $0.replace("\n#FIRST", with: "", in: iFrames)
        },
        Mutation("at the end of all numbers", findings: ["media iframes/240p.m3u8:12 video/240p/segment0.ts"])
        {
            try $0.replace("2632@19552", with: "1@\(end - 1)", in: iFrames)
        },
        // The file without its last block of 16 bytes is 41168 long.
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

    /// The last packet of a segment, in the last and partly padded block: a range that a client can decrypt.
    @Test func lastBlock() throws {
        let title = try Title(sample: "ts/multivariant.m3u8")
        // 218 * 188 = 40984 = 41172 - 188.
        try title.replace("2632@19552", with: "188@40984", in: Self.iFrames)
        let report = try title.verify()
        #expect(report.summaries == [])
    }

    /// The three ranges of `ts-byterange`: 75764, 78020 and 74260 clear bytes; the first is 75776 of ciphertext.
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
        // Neither the IV at its start nor the padding at its end is right.
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
        // Each range says where it begins, so that a change of one moves no other.
        try title.editLines(of: Self.ranges) { lines in
            lines = lines.map { $0.hasPrefix("#EXT-X-BYTERANGE") && !$0.contains("@") ? $0 + "@75792" : $0 }
        }
        try #require(try title.verify().holds)
        try mutation.change(title)
        let report = try title.verify()
        #expect(report.summaries == mutation.findings)
        #expect(!report.holds)
    }

    /// Huge ranges may be named many times: their sum is beyond 64 bits.
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
