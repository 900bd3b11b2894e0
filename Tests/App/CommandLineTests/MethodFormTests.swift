import Foundation
import ProtectionTerms
import Testing

/// The methods, all of which encrypt what they say.
struct MethodFormTests {
    /// A media playlist without I-frame playlist, which AES-256-GCM does not allow.
    private static let folder = TestPaths.samples + "/fmp4/video/240p"

    /// PKCS#7 fills the last block or adds one (RFC 8216bis 5.2); AES-256-GCM adds an IV and a tag of 16 bytes
    /// each; boxes of encrypted samples are added to a segment.
    @Test(arguments: ProtectionMethod.allCases)
    func `A method encrypts in its form, and the source proves it`(method: ProtectionMethod) throws {
        let workspace = try Workspace()
        let source = Self.folder + "/index.m3u8"
        try workspace.start([
            "protect", source, "-o", workspace.path("out"), "--content-id", "movie-42", "--method",
            method.rawValue,
        ]).wait().succeeds()
        try workspace.verify("out/index.m3u8", "--source", source).succeeds()
        let clear = try Data(contentsOf: URL(filePath: Self.folder + "/segment0.m4s")).count
        let encrypted = try workspace.data("out/segment0.m4s").count
        switch method {
        case .aes128: #expect(encrypted == clear / 16 * 16 + 16)
        case .aes256GCM: #expect(encrypted == clear + 32)
        case .sampleAES, .sampleAESCTR: #expect(encrypted > clear)
        }
    }
}
