import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Wrong IVs for AES-128 I-frames after the start of their file, where no decrypted byte depends on the IV.
///
/// `ts-byterange/iframes.m3u8` has key lines 6, 13 and 20, each for two of the six I-frames of one file.
struct IFrameIVTests {
    private static let playlist = "out/iframes.m3u8"

    static let mutations = [
        mutation("a digit", ["key-line iframes.m3u8:13 main.ts"]) { lines in
            let isZero = lines[12].contains("IV=0x0")
            lines[12].replace(/IV=0x./, with: isZero ? "IV=0x1" : "IV=0x0")
        },
        mutation("no IV", ["key-line iframes.m3u8:13 main.ts"]) { $0[12].replace(#/,IV=.*/#, with: "") },
        // The key line then applies to the second I-frame of the previous segment.
        mutation("an I-frame earlier", ["key-line iframes.m3u8:10 main.ts"]) {
            $0.insert($0.remove(at: 12), at: 9)
        },
        mutation("an I-frame later", ["key-line iframes.m3u8:6 main.ts"]) {
            $0.insert($0.remove(at: 12), at: 15)
        },
        mutation("no line", ["key-line iframes.m3u8:6 main.ts"]) { $0.remove(at: 12) },
        mutation(
            "two that changed places",
            ["key-line iframes.m3u8:13 main.ts", "key-line iframes.m3u8:20 main.ts"]
        ) {
            $0.swapAt(12, 19)
        },
    ]

    private static func mutation(
        _ name: String,
        _ findings: [String],
        _ change: @escaping @Sendable (inout [String]) -> Void
    ) -> Mutation {
        Mutation(name, "ts-byterange/multivariant.m3u8", findings: findings) {
            try $0.editLines(of: playlist, change)
        }
    }

    @Test(arguments: mutations, [true, false])
    func isFound(_ mutation: Mutation, _ hasSource: Bool) throws {
        let title = try mutation.apply()
        let report = hasSource ? try title.verifyAgainstSource() : try title.verify()
        #expect(report.summaries == mutation.findings)
        #expect(!report.holds)
    }

    /// Video under a wrong key may look valid: an I-frame of the first period has the second key.
    @Test func otherKey() throws {
        let options = ProtectionOptions.sampleAES(systems: [.fairPlay], rotation: .seconds(4))
        let title = try Title(sample: "fmp4/multivariant.m3u8", options)
        try title.editLines(of: "out/video/240p/iframes.m3u8") { lines in
            let first = try #require(lines.firstIndex { $0.contains("/0\"") })
            let second = try #require(lines.firstIndex { $0.contains("/1\"") })
            lines.swapAt(first, second)
        }
        let found = try title.verify().findings.filter {
            $0.isError && $0.message.contains("that contains it")
        }
        #expect(found.count == 2)
    }

    /// The last bits of an IV only change the minor version in the section, which has no meaning.
    @Test func overSection() throws {
        let title = try Title(sample: "fmp4/multivariant.m3u8", .init(encryptsInit: true))
        try title.editLines(of: "out/video/240p/iframes.m3u8") { lines in
            let line = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-KEY") })
            let isZero = lines[line].hasSuffix("0")
            lines[line].replace(/.$/, with: isZero ? "1" : "0")
        }
        #expect(try title.verify().summaries == ["key-line video/240p/iframes.m3u8:7 video/240p/init.mp4"])
    }

    /// Every IV mode is accepted, even without IV attributes in the media playlist.
    @Test(arguments: IVMode.allCases)
    func isAccepted(_ mode: IVMode) throws {
        let report = try Title(sample: "ts-byterange/multivariant.m3u8", .init(iv: mode))
            .verifyAgainstSource()
        #expect(report.summaries == [])
    }
}
