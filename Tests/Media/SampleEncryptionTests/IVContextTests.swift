import Ciphers
import Foundation
import SampleEncryption
import Testing
import TextFormats

/// The IV of a location is the first 16 bytes of an HMAC-SHA256 under the content key.
///
/// The message is `LABEL 00`, then the parts of the key's identity, rendition, path and ordinal, each after
/// its length in 8 bytes.
struct IVContextTests {
    private static let key = "000102030405060708090a0b0c0d0e0f"
    /// An identity of two parts, "m" and 07, with which the messages below begin.
    private static let identity: [[UInt8]] = [Array("m".utf8), [7]]
    private static let identityMessage = "0000000000000001" + "6d" + "0000000000000001" + "07"

    /// The messages are written by hand; `openssl` computes the HMAC.
    @Test(
        arguments: [
            (
                "a segment",
                IVContext(content: .segment, rendition: "main", path: "a.ts", ordinal: 0),
                // "fairlead aes-128 segment iv" 00
                "666169726c656164206165732d313238207365676d656e7420697600"
                    + identityMessage + "0000000000000004" + "6d61696e" + "0000000000000004" + "612e7473"
                    + "0000000000000008" + "0000000000000000"
            ),
            (
                "a large ordinal",
                IVContext(content: .segment, rendition: "main", path: "a.ts", ordinal: 0x1_0203_0405),
                "666169726c656164206165732d313238207365676d656e7420697600"
                    + identityMessage + "0000000000000004" + "6d61696e" + "0000000000000004" + "612e7473"
                    + "0000000000000008" + "0000000102030405"
            ),
            (
                "an initialization section, and a name of two bytes",
                IVContext(content: .initialization, rendition: "é", path: "v/i.mp4", ordinal: 16),
                // "fairlead aes-128 initialization iv" 00
                "666169726c656164206165732d31323820696e697469616c697a6174696f6e20697600"
                    + identityMessage + "0000000000000002" + "c3a9" + "0000000000000007" + "762f692e6d7034"
                    + "0000000000000008" + "0000000000000010"
            ),
        ] as [(String, IVContext, String)]
    )
    func isTheHMAC(name: String, context: IVContext, message: String) throws {
        let key = try ContentKey(copying: Array(0x00...0x0F))
        let bytes = try #require(Hexadecimal.decode(message))
        let code = try Self.openSSLHMAC(of: bytes)
        #expect(
            context.iv(under: key, of: Self.identity).hexadecimal == code.prefix(32),
            "\(name)"
        )
    }

    /// Each part counts, and so does the border between two parts.
    @Test func placesDiffer() throws {
        let key = try ContentKey(copying: Array(0x00...0x0F))
        let contexts = [
            IVContext(content: .segment, rendition: "a", path: "bc", ordinal: 1),
            IVContext(content: .initialization, rendition: "a", path: "bc", ordinal: 1),
            IVContext(content: .segment, rendition: "ab", path: "c", ordinal: 1),
            IVContext(content: .segment, rendition: "a", path: "bd", ordinal: 1),
            IVContext(content: .segment, rendition: "a", path: "bc", ordinal: 256),
        ]
        #expect(
            Set(contexts.map { $0.iv(under: key, of: Self.identity) }).count == contexts.count
        )
        let otherKey = try ContentKey(copying: Array(0x01...0x10))
        let first = contexts[0].iv(under: key, of: Self.identity)
        #expect(first != contexts[0].iv(under: otherKey, of: Self.identity))
        // Two titles may have been given the same key.
        #expect(first != contexts[0].iv(under: key, of: [Array("n".utf8), [7]]))
    }

    private static func openSSLHMAC(of message: [UInt8]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "place-\(UUID().uuidString)")
        try Data(message).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "mac", "-digest", "SHA256", "-macopt", "hexkey:" + key, "-in", file.path, "HMAC",
        ]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return text.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
