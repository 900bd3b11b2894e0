import Foundation
import ProtectionTerms
import Testing

@testable import Inspection
@testable import Verification

/// Changes to key lines of several systems, verified with the clear tree and without.
///
/// In `video/240p/index.m3u8` of the sample, lines 6, 7 and 8 are those of FairPlay, Widevine and PlayReady,
/// after EXT-X-MAP in line 5; in the multivariant playlist lines 4, 5 and 6.
struct KeySystemMutationTests {
    private static let video = "out/video/240p/index.m3u8"
    private static let master = "out/multivariant.m3u8"
    private static let widevine = "out/video/240p/iframes.m3u8"

    /// Edits the base64 data of a data URI in a line.
    private static func editDocument(_ line: inout String, _ edit: (inout [UInt8]) -> Void) throws {
        let start = try #require(line.range(of: ";base64,")).upperBound
        let end = try #require(line[start...].firstIndex(of: "\""))
        var bytes = [UInt8](try #require(Data(base64Encoded: String(line[start..<end]))))
        edit(&bytes)
        line.replaceSubrange(start..<end, with: Data(bytes).base64EncodedString())
    }

    /// Returns the offset of the first occurrence of a text in UTF-16LE.
    private static func firstOffset(of text: String, in bytes: [UInt8]) -> Int {
        let wanted = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        return bytes.indices.first { bytes[$0...].starts(with: wanted) } ?? 0
    }

    private static func changing(_ text: String, at offset: Int = 0, to letter: Character)
        -> @Sendable (Title) throws -> Void
    {
        { title in
            try title.editLines(of: video) { lines in
                try editDocument(&lines[7]) { bytes in
                    bytes[firstOffset(of: text, in: bytes) + 2 * offset] = letter.asciiValue ?? 0
                }
            }
        }
    }

    static let mutations = [
        mutation("a digit of KEYID", ["key-line video/240p/index.m3u8:7"]) {
            try $0.editLines(of: video) { lines in
                let isZero = lines[6].contains("KEYID=0x0")
                lines[6].replace(/KEYID=0x./, with: isZero ? "KEYID=0x1" : "KEYID=0x0")
            }
        },
        mutation("no KEYID", ["key-line video/240p/index.m3u8:8"]) {
            try $0.editLines(of: video) { $0[6].replace(#/,KEYID=0x[0-9a-f]*/#, with: "") }
        },
        mutation("a digit of the KEYID of a session key", ["key-line multivariant.m3u8:5"]) {
            try $0.editLines(of: master) { lines in
                let isZero = lines[4].contains("KEYID=0x0")
                lines[4].replace(/KEYID=0x./, with: isZero ? "KEYID=0x1" : "KEYID=0x0")
            }
        },
        mutation("no KEYID of a session key", ["key-line multivariant.m3u8:5"]) {
            try $0.editLines(of: master) { $0[4].replace(#/,KEYID=0x[0-9a-f]*/#, with: "") }
        },
        mutation("base64 that is broken", ["key-line video/240p/index.m3u8:8"]) {
            try $0.editLines(of: video) { $0[7].replace(";base64,vg", with: ";base64,v*") }
        },
        mutation("no base64", ["key-line video/240p/index.m3u8:8"]) {
            try $0.editLines(of: video) { $0[7].replace(";base64,", with: ";base65,") }
        },
        mutation(
            "an object of PlayReady that is no XML",
            ["key-line video/240p/index.m3u8:8"],
            changing("<DATA>", to: "x")
        ),
        mutation(
            "a closing tag of another name",
            ["key-line video/240p/index.m3u8:8"],
            changing("</DATA>", at: 2, to: "X")
        ),
        mutation(
            "another namespace",
            ["key-line video/240p/index.m3u8:8"],
            changing("http://schemas", to: "x")
        ),
        mutation("another version", ["key-line video/240p/index.m3u8:8"], changing("4.3.0.0", to: "5")),
        mutation("another ALGID", ["key-line video/240p/index.m3u8:8"], changing("AESCBC", at: 3, to: "X")),
        mutation("another attribute", ["key-line video/240p/index.m3u8:8"], changing("VALUE", to: "X")),
        mutation("a byte behind the object", ["key-line video/240p/index.m3u8:8"]) {
            try $0.editLines(of: video) { lines in try editDocument(&lines[7]) { $0.append(0) } }
        },
        mutation("another length of the object", ["key-line video/240p/index.m3u8:8"]) {
            try $0.editLines(of: video) { lines in try editDocument(&lines[7]) { $0[0] &+= 1 } }
        },
        // Box header of 8 bytes, version and flags, SystemID, data size; then field 2, 16 bytes, field 9.
        mutation("the key id of Widevine's box", ["no-record video/240p/index.m3u8:7"]) {
            try $0.editLines(of: video) { lines in try editDocument(&lines[6]) { $0[34] ^= 1 } }
        },
        mutation("the scheme of Widevine's box", ["key-line video/240p/index.m3u8:7"]) {
            try $0.editLines(of: video) { lines in try editDocument(&lines[6]) { $0[51] ^= 1 } }
        },
        mutation("a box of Widevine that names no key", ["key-line video/240p/index.m3u8:7"]) {
            try $0.editLines(of: video) { lines in try editDocument(&lines[6]) { $0[32] = 0x1A } }
        },
        mutation("a byte behind Widevine's box", ["key-line video/240p/index.m3u8:7"]) {
            try $0.editLines(of: video) { lines in try editDocument(&lines[6]) { $0.append(0) } }
        },
        mutation("no line of PlayReady", ["key-line video/240p/index.m3u8:7"]) {
            try $0.editLines(of: video) { $0.remove(at: 7) }
        },
        mutation("no line of FairPlay", ["key-line video/240p/index.m3u8:7"]) {
            try $0.editLines(of: video) { $0.remove(at: 5) }
        },
        mutation("no line of Widevine over I-frames", ["key-line video/240p/iframes.m3u8:8"]) {
            try $0.editLines(of: widevine) { lines in lines.removeAll { $0.contains("edef8ba9") } }
        },
        mutation("another KEYFORMAT", ["key-line video/240p/index.m3u8:8"]) {
            try $0.replace("com.microsoft.playready", with: "com.microsoft.playreadz", in: video)
        },
        mutation("another KEYFORMATVERSIONS", ["key-line video/240p/index.m3u8:8"]) {
            try $0.editLines(of: video) { $0[7].replace("VERSIONS=\"1\"", with: "VERSIONS=\"1/2\"") }
        },
    ]

    private static func mutation(
        _ name: String,
        _ findings: [String],
        _ change: @escaping @Sendable (Title) throws -> Void
    ) -> Mutation {
        Mutation(
            name,
            "fmp4/multivariant.m3u8",
            .sampleAES(systems: [.fairPlay, .widevine, .playReady]),
            findings: findings,
            change: change
        )
    }

    @Test(arguments: mutations, [true, false])
    func isFound(_ mutation: Mutation, _ hasSource: Bool) throws {
        let title = try mutation.apply()
        let report = hasSource ? try title.verifyAgainstSource() : try title.verify()
        let errors = Set(report.findings.filter(\.isError).map(\.summary))
        #expect(!report.holds)
        #expect(errors.isSuperset(of: mutation.findings), "\(errors)")
    }
}
