import ProtectionTerms
import TestRandomness
import Testing

@testable import Verification

/// No change to a protected tree causes a crash, and no damaged tree holds.
struct RandomChangeTests {
    private static let trees = [
        ("ts/multivariant.m3u8", "audio/en/segment1.aac"),
        ("ts/multivariant.m3u8", "subtitles/en/segment0.vtt"),
        ("fmp4/multivariant.m3u8", "audio/en/segment2.m4s"), ("packed-audio/index.m3u8", "9.aac"),
    ]

    /// One bit of any ciphertext changes: the key store has the digest, so no source is needed.
    @Test(arguments: trees, IVMode.allCases)
    func oneBit(_ tree: (sample: String, file: String), _ mode: IVMode) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let title = try Title(sample: tree.sample, ProtectionOptions(iv: mode, encryptsInit: true))
        let playlist =
            tree.file.contains("/")
            ? "out/" + tree.file.prefix { $0 != "/" } + "/en/index.m3u8" : "out/index.m3u8"
        let original = try title.read("out/" + tree.file)
        for _ in 0..<12 {
            let bit = Int.random(in: 0..<original.count * 8, using: &generator)
            var bytes = original
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            try title.write(bytes, to: "out/" + tree.file)
            #expect(try !title.verify(playlist).holds, "bit \(bit) of \(tree.file), seed \(seed)")
        }
    }

    /// One bit of any sample of fMP4 changes.
    @Test(arguments: [ProtectionMethod.sampleAES, .sampleAESCTR], ["audio/en", "video/240p"])
    func oneBitOfSamples(_ method: ProtectionMethod, _ folder: String) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let title = try Title(
            sample: "fmp4/\(folder)/index.m3u8",
            ProtectionOptions(method: method, systems: [.identity])
        )
        let original = try title.read("out/segment2.m4s")
        let samples = try BoxRanges(original).body("mdat")
        for _ in 0..<12 {
            let bit = Int.random(in: samples.lowerBound * 8..<samples.upperBound * 8, using: &generator)
            var bytes = original
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            try title.write(bytes, to: "out/segment2.m4s")
            #expect(try !title.verify().holds, "bit \(bit) of segment2.m4s, seed \(seed)")
        }
    }

    /// A media playlist loses any one line.
    @Test(arguments: ["video/240p/index.m3u8", "audio/en/index.m3u8", "video/240p/iframes.m3u8"])
    func everyLine(_ playlist: String) throws {
        let title = try Title(sample: "fmp4/multivariant.m3u8", ProtectionOptions(encryptsInit: true))
        let original = try title.text("out/" + playlist)
        for index in original.split(separator: "\n").indices {
            try title.write(original, to: "out/" + playlist)
            try title.editLines(of: "out/" + playlist) { $0.remove(at: index) }
            #expect(Self.holds(title) != true, "line \(index + 1) of \(playlist)")
        }
    }

    /// Any bytes of any playlist, or runs of any file change.
    ///
    /// The result is an error or a report; if the tree still holds, its media are those of the source.
    @Test(arguments: ["ts-byterange/multivariant.m3u8", "fmp4-byterange/multivariant.m3u8"])
    func anything(_ sample: String) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let title = try Title(sample: sample, ProtectionOptions(encryptsInit: true))
        let names = ["multivariant.m3u8", "index.m3u8", "iframes.m3u8"].map { "out/" + $0 }
        let digits = Array("0123456789@,:\"=#\n".utf8)
        for round in 0..<40 {
            let name = names[Int.random(in: 0..<names.count, using: &generator)]
            let original = try title.read(name)
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let position = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[position] = digits[Int.random(in: 0..<digits.count, using: &generator)]
                case 1: bytes.remove(at: position)
                default: bytes.insert(digits[Int.random(in: 0..<10, using: &generator)], at: position)
                }
            }
            try title.write(bytes, to: name)
            let result = Self.holds(title)
            try title.write(original, to: name)
            guard result == true else { continue }
            #expect(Self.isHarmless(bytes, original), "round \(round) of \(name), seed \(seed)")
        }
        #expect(Self.holds(title) == true)
    }

    /// Returns true if the title holds compared with its source, or nil if verification throws.
    private static func holds(_ title: Title) -> Bool? {
        try? title.verifyAgainstSource().holds
    }

    /// Indicates whether only parts changed that a comparison ignores.
    ///
    /// These are lines that `protect` writes, whose bytes are compared anyway and whose version may be
    /// higher, and a bandwidth, which may only be higher: with a lower one the title does not hold.
    private static func isHarmless(_ bytes: [UInt8], _ original: [UInt8]) -> Bool {
        func comparedLines(_ bytes: [UInt8]) -> [Substring] {
            let text = String(decoding: bytes, as: UTF8.self).replacing(
                /BANDWIDTH=[0-9]+/,
                with: "BANDWIDTH="
            )
            return text.split(separator: "\n").filter { line in
                ![
                    "#EXT-X-KEY:", "#EXT-X-SESSION-KEY:", "#EXT-X-VERSION:", "#EXT-X-BYTERANGE:",
                    "#EXT-X-MAP:",
                ]
                .contains { line.hasPrefix($0) }
            }
        }
        return comparedLines(bytes) == comparedLines(original)
    }
}
