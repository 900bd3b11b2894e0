import Foundation
import KeyStore
import PresentationFixtures
import ProtectionFixtures
import ProtectionTerms
import Testing
import TextFormats

@testable import Protection

/// `openssl enc -d` decrypts every segment, range and initialization section of a result.
struct CiphertextTests {
    /// Lengths around the AES block and around the 256 KiB in which files are read.
    private static let lengths = [0, 1, 15, 16, 17, 262_143, 262_144, 262_145, 262_160]

    private static var playlist: String {
        TreeFixture.mediaPlaylist(
            ["#EXT-X-MEDIA-SEQUENCE:7"] + lengths.flatMap { ["#EXTINF:6,", "\($0).ts"] }
        )
    }

    @Test(arguments: [1, 4])
    func opensslDecryptsEveryLength(jobs: Int) throws {
        let fixture = try RunFixture(
            ["main.m3u8": Self.playlist],
            media: Dictionary(uniqueKeysWithValues: Self.lengths.map { ("\($0).ts", $0) })
        )
        var request = try fixture.request()
        request.jobs = jobs
        try fixture.run(request)
        let key = try fixture.key()
        let segments = try fixture.ivs("main.m3u8")
        #expect(segments.map(\.line) == Self.lengths.map { "\($0).ts" })
        for (name, iv) in segments {
            let ciphertext = try fixture.directory.read("out/" + name)
            let clear = try Command.decrypt(ciphertext, key: key, iv: try #require(iv))
            #expect(clear == (try fixture.directory.read("in/" + name)), "\(name)")
        }
    }

    /// One file with ranges of the same lengths, at odd offsets, with unreferenced bytes between them.
    @Test func opensslDecryptsEveryRange() throws {
        let lengths = Self.lengths.dropFirst()
        var offset = 5
        var lines: [String] = []
        var clear: [Range<Int>] = []
        for length in lengths {
            lines += ["#EXTINF:6,", "#EXT-X-BYTERANGE:\(length)@\(offset)", "a.ts"]
            clear.append(offset..<offset + length)
            offset += length + 3
        }
        let fixture = try RunFixture(
            ["main.m3u8": TreeFixture.mediaPlaylist(lines)],
            media: ["a.ts": offset]
        )
        try fixture.run(try fixture.request())
        let key = try fixture.key()
        let source = try fixture.directory.read("in/a.ts")
        let result = try fixture.directory.read("out/a.ts")
        let segments = try fixture.ivs("main.m3u8")
        #expect(segments.count == clear.count)
        var start = 0
        for (range, segment) in zip(clear, segments) {
            let end = start + (range.count / 16 + 1) * 16
            let ciphertext = Array(result[start..<end])
            let found = try Command.decrypt(ciphertext, key: key, iv: try #require(segment.iv))
            #expect(found == Array(source[range]), "\(range)")
            start = end
        }
        #expect(result.count == start)
    }

    @Test(arguments: [IVMode.segment, .sequence, .constant])
    func opensslDecryptsSectionsAndSegments(mode: IVMode) throws {
        let fixture = try RunFixture(
            [
                "main.m3u8": TreeFixture.mediaPlaylist([
                    "#EXT-X-MEDIA-SEQUENCE:7", #"#EXT-X-MAP:URI="i.mp4""#, "#EXTINF:6,", "a.m4s",
                    "#EXTINF:6,",
                    "b.m4s",
                ])
            ],
            media: ["i.mp4": 33, "a.m4s": 100, "b.m4s": 100]
        )
        try fixture.run(try fixture.request(ProtectionPolicy(mode, encryptsInit: true)))
        let key = try fixture.key()
        let ivs = try fixture.ivs("main.m3u8").map(\.iv)
        // Without an IV attribute the IV is the media sequence number in 16 bytes (RFC 8216bis 5.2).
        let numbers = [
            nil, "00000000000000000000000000000007", "00000000000000000000000000000008",
        ]
        for ((name, number), iv) in zip(zip(["i.mp4", "a.m4s", "b.m4s"], numbers), ivs) {
            #expect((iv == nil) == (mode == .sequence && number != nil), "\(name)")
            let found = try Command.decrypt(
                try fixture.directory.read("out/" + name),
                key: key,
                iv: try #require(iv ?? number)
            )
            #expect(found == (try fixture.directory.read("in/" + name)), "\(name)")
        }
        #expect(Set(ivs.compactMap(\.self)).count == (mode == .segment ? 3 : mode == .constant ? 2 : 1))
    }

    /// The IV of an I-frame at the start of the second range is the block before it, and the attribute.
    @Test func theBlockBeforeAnIFrameIsItsIV() throws {
        let fixture = try RunFixture(
            [
                "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=2x2\nx.m3u8\n"
                    + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\"\n",
                "x.m3u8": TreeFixture.mediaPlaylist([
                    "#EXTINF:6,", "#EXT-X-BYTERANGE:100@0", "a.ts", "#EXTINF:6,", "#EXT-X-BYTERANGE:100",
                    "a.ts",
                ]),
                "i.m3u8": TreeFixture.mediaPlaylist([
                    "#EXT-X-I-FRAMES-ONLY", "#EXTINF:6,", "#EXT-X-BYTERANGE:30@100", "a.ts",
                ]),
            ],
            media: ["a.ts": 200]
        )
        try fixture.run(try fixture.request())
        let result = try fixture.directory.read("out/a.ts")
        // 100 bytes become 112, the IV is in 112..<128, and 100 bytes become 112 again.
        #expect(result.count == 240)
        let leading = result[112..<128].map { String(format: "%02x", $0) }.joined()
        #expect(try fixture.ivs("i.m3u8").map(\.iv) == [leading])
        let playlist = String(decoding: try fixture.directory.read("out/i.m3u8"), as: UTF8.self)
        #expect(playlist.contains("#EXT-X-BYTERANGE:30@128\n"))
        let decrypted = try Command.run(
            "openssl",
            ["enc", "-d", "-nopad", "-aes-128-cbc", "-K", fixture.key(), "-iv", leading],
            input: Array(result[128..<160])
        )
        #expect(decrypted.prefix(30) == (try fixture.directory.read("in/a.ts"))[100..<130])
    }

    /// Computes the store's digest with `openssl`.
    ///
    /// It is SHA-256 over each media resource: kind (00 initialization section, 01 segment), sequence number,
    /// ordinal, length, length of the path (8 bytes each), path and GMAC (zero nonce).
    @Test func theDigestIsOfTheClearMedia() throws {
        let fixture = try RunFixture(
            [
                "main.m3u8": TreeFixture.mediaPlaylist([
                    "#EXT-X-MEDIA-SEQUENCE:7", #"#EXT-X-MAP:URI="i.mp4""#, "#EXTINF:6,", "b.m4s",
                    "#EXTINF:6,",
                    "a.m4s", "#EXTINF:6,", "b.m4s",
                ])
            ],
            media: ["i.mp4": 33, "a.m4s": 300_000, "b.m4s": 16]
        )
        try fixture.run(try fixture.request())
        var message: [UInt8] = []
        for (name, fields) in [
            (
                "i.mp4",
                "00" + "0000000000000000" + "0000000000000000" + "0000000000000021" + "0000000000000005"
            ),
            (
                "b.m4s",
                "01" + "0000000000000007" + "0000000000000000" + "0000000000000010" + "0000000000000005"
            ),
            (
                "a.m4s",
                "01" + "0000000000000008" + "0000000000000000" + "00000000000493e0" + "0000000000000005"
            ),
        ] {
            let code = try Command.run(
                "openssl",
                [
                    "mac", "-cipher", "AES-128-GCM", "-macopt",
                    "hexkey:" + fixture.keys.store.mediaDigestKey.digits,
                    "-macopt", "hexiv:000000000000000000000000", "-binary", "-in",
                    fixture.tree.root + "/" + name, "GMAC",
                ]
            )
            #expect(code.count == 16)
            message += try #require(Hexadecimal.decode(fields)) + Array(name.utf8) + code
        }
        let digest = try Command.run("openssl", ["dgst", "-sha256", "-binary"], input: message)
        let record = try #require(try fixture.keys.store.allRecords().first)
        let uses = try fixture.keys.store.uses(of: record.keyID)
        #expect(uses.map(\.digest) == [digest])
        #expect(uses.map(\.rendition) == ["main"])
    }
}
