import CommonEncryption
import PresentationFixtures
import Testing

@testable import Protection

/// A clear media playlist and the protected one, written by hand.
///
/// The rendition is `main`, the keys are those of `PlannedTree`. The IVs of segments are the first 16 bytes
/// of HMAC-SHA256 as `IVContextTests` describes it, computed with Python's `hmac`.
struct GoldenPlaylist: CustomTestStringConvertible {
    let testDescription: String
    let files: [String: Int]
    let policy: ProtectionPolicy
    /// The survey of each file, required for SAMPLE-AES.
    var formats: [String: SurveyedFormat] = [:]
    let source: String
    let expected: String

    init(
        _ name: String,
        files: [String: Int],
        _ policy: ProtectionPolicy,
        formats: [String: SurveyedFormat] = [:],
        source: String,
        expected: String
    ) {
        testDescription = name
        self.files = files
        self.policy = policy
        self.formats = formats
        self.source = source
        self.expected = expected
    }

    /// Protects the source and compares the result byte for byte.
    func check() throws {
        let tree = try TreeFixture(["main.m3u8": source], media: files)
        let found = try PlannedTree(tree, policy, formats: formats).playlist()
        #expect(found == expected)
        #expect(Array(found.utf8) == Array(expected.utf8))
    }
}
