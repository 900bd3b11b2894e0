import ProtectionTerms
import Testing

/// Methods of RFC 8216bis, 4.4.4.4, and schemes of ISO/IEC 23001-7.
struct ProtectionMethodTests {
    struct Row: CustomStringConvertible {
        let method: ProtectionMethod
        let word: String
        let name: String
        let scheme: String?
        let keyBytes: Int
        let hasVectorsInMedia: Bool

        var description: String { word }
    }

    static let rows = [
        Row(
            method: .aes128,
            word: "aes-128",
            name: "AES-128",
            scheme: nil,
            keyBytes: 16,
            hasVectorsInMedia: false
        ),
        Row(
            method: .sampleAES,
            word: "sample-aes",
            name: "SAMPLE-AES",
            scheme: "cbcs",
            keyBytes: 16,
            hasVectorsInMedia: false
        ),
        Row(
            method: .sampleAESCTR,
            word: "sample-aes-ctr",
            name: "SAMPLE-AES-CTR",
            scheme: "cenc",
            keyBytes: 16,
            hasVectorsInMedia: true
        ),
        Row(
            method: .aes256GCM,
            word: "aes-256-gcm",
            name: "AES-256-GCM",
            scheme: nil,
            keyBytes: 32,
            hasVectorsInMedia: true
        ),
    ]

    @Test(arguments: rows)
    func `A method is what the standards say`(row: Row) {
        #expect(ProtectionMethod(rawValue: row.word) == row.method)
        #expect(ProtectionMethod(playlistName: row.name) == row.method)
        #expect(row.method.playlistName == row.name)
        #expect(row.method.scheme?.rawValue == row.scheme)
        #expect(row.method.encryptsSamples == (row.scheme != nil))
        #expect(row.method.keyLength.byteCount == row.keyBytes)
        #expect(KeyLength(ofMethod: row.word) == row.method.keyLength)
        #expect(row.method.hasIVsInMedia == row.hasVectorsInMedia)
    }

    @Test func `Every method has a row`() {
        #expect(ProtectionMethod.allCases == Self.rows.map(\.method))
        #expect(Set(ProtectionMethod.allCases.map(\.playlistName)).count == ProtectionMethod.allCases.count)
    }

    @Test(arguments: ["NONE", "aes-128", "AES-128 ", ""])
    func `Another METHOD is none of them`(name: String) {
        #expect(ProtectionMethod(playlistName: name) == nil)
        #expect(KeyLength(ofMethod: name) == .bits128)
    }
}
