import HLSPackaging
import SampleEncryption
import Testing

@testable import HLSVerification

/// Vectors over I-frames of AES-128 behind the start of their file, of which no decrypted byte depends.
///
/// `ts-byterange/iframes.m3u8` has key lines 6, 13 and 20, each over two of the six I-frames of one file.
struct IFrameVectorTests {
    private static let playlist = "out/iframes.m3u8"

    static let mutations: [(String, [String], @Sendable (inout [String]) -> Void)] = [
        ("a digit", ["key-line iframes.m3u8:13 main.ts"]) { lines in
            let isZero = lines[12].contains("IV=0x0")
            lines[12].replace(/IV=0x./, with: isZero ? "IV=0x1" : "IV=0x0")
        },
        ("no IV", ["key-line iframes.m3u8:13 main.ts"]) { $0[12].replace(/,IV=.*/, with: "") },
        // The second I-frame of the segment in front comes under it.
        ("an I-frame earlier", ["key-line iframes.m3u8:10 main.ts"]) { $0.insert($0.remove(at: 12), at: 9) },
        ("an I-frame later", ["key-line iframes.m3u8:6 main.ts"]) { $0.insert($0.remove(at: 12), at: 15) },
        ("no line", ["key-line iframes.m3u8:6 main.ts"]) { $0.remove(at: 12) },
        ("two that changed places", ["key-line iframes.m3u8:13 main.ts", "key-line iframes.m3u8:20 main.ts"]) {
            $0.swapAt(12, 19)
        },
    ]

    @Test(arguments: mutations.indices, [true, false])
    func isFound(_ index: Int, _ hasSource: Bool) throws {
        let (name, findings, change) = Self.mutations[index]
        let title = try Title(sample: "ts-byterange/multivariant.m3u8")
        try title.editLines(of: Self.playlist) { change(&$0) }
        let report = hasSource ? try title.verifyAgainstSource() : try title.verify()
        #expect(report.summaries == findings, "\(name)")
        #expect(!report.holds)
    }

    /// Neither playlist has an IV where the media sequence number is that of the segments.
    @Test(arguments: InitializationVectorMode.allCases)
    func isAccepted(_ mode: InitializationVectorMode) throws {
        let report = try Title(sample: "ts-byterange/multivariant.m3u8", .init(iv: mode)).verifyAgainstSource()
        #expect(report.summaries == [])
    }
}
