import ProtectionTerms
import Testing

/// Policy terms, with their names in options and in templates.
struct KeyPolicyTermsTests {
    @Test func `A term has a word on the command line and a key in templates`() {
        #expect(
            KeyPolicyTerm.allCases.map(\.rawValue) == [
                "hdcp", "security-level", "content-type", "lease", "rental", "playback", "offline-stream-id",
                "offline-title-id",
            ]
        )
        #expect(
            KeyPolicyTerm.allCases.map(\.templateKey) == [
                "hdcp", "security_level", "content_type", "lease", "rental", "playback", "offline_stream_id",
                "offline_title_id",
            ]
        )
    }

    @Test func `Words stand in the order in which they demand more`() {
        #expect(KeyPolicyTerm.hdcp.allowedValues == ["none", "type-0", "type-1"])
        #expect(KeyPolicyTerm.securityLevel.allowedValues == ["audio", "baseline", "main"])
        #expect(KeyPolicyTerm.contentType.allowedValues == ["audio", "sd", "hd", "uhd"])
        #expect(KeyPolicyTerm.lease.allowedValues == nil)
    }

    @Test func `Given terms replace those that were there, one by one`() {
        var terms = KeyPolicyTerms()
        #expect(terms.isEmpty && terms.values.isEmpty)
        terms.hdcp = "type-0"
        terms.leaseSeconds = 60
        var givenTerms = KeyPolicyTerms()
        givenTerms.hdcp = "type-1"
        givenTerms.offlineTitleID = "0a"
        let both = terms.replacing(with: givenTerms)
        #expect(both.values.map(\.value) == ["type-1", "60s", "0a"])
        #expect(KeyPolicyTerm.allCases.reduce(both) { $0.without($1) }.isEmpty)
    }

    @Test(arguments: ["0a", "0A1b", "00112233445566778899aabbccddeeff"])
    func `An offline id has whole bytes, 16 at most`(text: String) {
        #expect(KeyPolicyTerms.isOfflineID(text))
        #expect(!KeyPolicyTerms.isOfflineID(text + "0"))
        #expect(!KeyPolicyTerms.isOfflineID(text + "00112233445566778899aabbccddeeff"))
    }

    @Test(arguments: ["", "0", "0g", "٣٣", " 0a"])
    func `Other texts are no offline id`(text: String) { #expect(!KeyPolicyTerms.isOfflineID(text)) }

    @Test(arguments: [
        (1, TrackClass.sd), (589_824, .sd), (589_825, .hd), (2_073_600, .hd), (2_073_601, .uhd),
    ])
    func `Pictures are of a class by their number of pixels`(pixels: Int, expected: TrackClass) {
        #expect(TrackClass(pixelCount: UInt64(pixels)) == expected)
        #expect(expected.pixels?.contains(pixels) == true)
    }
}
