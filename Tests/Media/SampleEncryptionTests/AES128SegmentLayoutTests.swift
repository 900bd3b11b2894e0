import SampleEncryption
import Testing

/// PKCS#7 (RFC 5652 section 6.3) adds 1 to 16 bytes; expected values are computed by hand.
struct AES128SegmentLayoutTests {
    @Test(
        arguments: [
            (0, 16), (1, 16), (15, 16), (16, 32), (17, 32), (31, 32), (32, 48), (188, 192),
            (262_144, 262_160),
            (10_000_000_000, 10_000_000_016),
        ] as [(UInt64, UInt64)]
    )
    func padsByOneToSixteen(clear: UInt64, ciphertext: UInt64) {
        #expect(AES128SegmentLayout.ciphertextLength(ofClear: clear) == ciphertext)
    }

    @Test(arguments: [(0, 0), (1, 16), (15, 16), (16, 16), (17, 32), (400, 400)] as [(UInt64, UInt64)])
    func aligns(offset: UInt64, expected: UInt64) {
        #expect(AES128SegmentLayout.aligned(offset) == expected)
    }
}
