import Ciphers
import ProtectionTerms
import Testing
import TextFormats

@testable import KeyStore

/// Keys of 32 bytes that do not look random, and how rarely random keys are refused.
struct WeakKeyTests {
    /// Sixteen different bytes without a pattern.
    static let half = "8f3a60c1d95e27b4047bf6812c9de053"
    static let otherHalf = "f1e2d3c4b5a69788796a5b4c3d2e1f00"

    /// The digits of a key, and its weakness, or nil for none.
    static let keys: [(digits: String, weakness: String?)] = [
        (half + otherHalf, nil),
        (half + half, "is a key of 16 bytes, repeated"),
        (half + String(repeating: "00", count: 16), "is a key of 16 bytes with padding"),
        // PKCS#7 padding (RFC 5652 6.3) of a whole block.
        (half + String(repeating: "10", count: 16), "is a key of 16 bytes with padding"),
        // Padding of ISO/IEC 7816-4.
        (half + "80" + String(repeating: "00", count: 15), "is a key of 16 bytes with padding"),
        (String(repeating: "ff", count: 16) + half, "is a key of 16 bytes with padding"),
        // 14 equal bytes are not yet taken for padding; there are 18 different bytes.
        (half + "2101" + String(repeating: "00", count: 14), nil),
        // 16 different bytes, in another order in the second half.
        (half + String(half.suffix(16)) + String(half.prefix(16)), "has only 16 different bytes"),
        (half + "21" + String(half.dropLast(2)), "has only 17 different bytes"),
        (half + "2101" + String(half.dropLast(4)), nil),
        (String(repeating: "00", count: 32), "is all zero"),
        (String(repeating: "01", count: 32), "has only 1 different bytes"),
        (
            "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            "is a regular sequence of bytes"
        ),
        // Keys of 16 bytes.
        (half, nil), ("8f3a60c1d95e27b4048f3a60c1d95e27", nil),
        ("8f3a60c1d95e27b48f3a60c1d95e27b4", "has only 8 different bytes"),
    ]

    @Test(arguments: keys)
    func `A key is odd or not`(key: (digits: String, weakness: String?)) throws {
        let bytes = try #require(Hexadecimal.decode(key.digits))
        #expect(try ContentKey(copying: bytes).weakness == key.weakness)
    }

    /// Returns the probability that `count` random bytes have fewer than `bound` different values.
    private static func probability(fewerThan bound: Int, of count: Int) -> Double {
        var states = [Double](repeating: 0, count: count + 1)
        states[0] = 1
        for _ in 0..<count {
            for known in states.indices.reversed() {
                let stays = states[known] * Double(known) / 256
                let grows = known == 0 ? 0 : states[known - 1] * Double(257 - known) / 256
                states[known] = stays + grows
            }
        }
        return states.prefix(bound).reduce(0, +)
    }

    /// The probability from ``ContentKey/minimumDistinctBytes(_:)`` plus those of the other refusals.
    ///
    /// These are equal halves, 15 equal bytes at either end, and at most two different steps between bytes
    /// (32640 pairs of steps, 2^31 ways to choose between them, of 2^248).
    @Test func `A random key of 32 bytes is odd less than once in 2^40 times`() {
        let least = ContentKey.minimumDistinctBytes(.bits256)
        let otherProbability = 0x1p-128 + 2 * 0x1p-112 + 32640 * 0x1p31 * 0x1p-248
        #expect(Self.probability(fewerThan: least, of: 32) + otherProbability < 0x1p-40)
        // The bound is the largest possible one.
        #expect(Self.probability(fewerThan: least + 1, of: 32) > 0x1p-40)
        #expect(Self.probability(fewerThan: ContentKey.minimumDistinctBytes(.bits128), of: 16) < 1e-9)
        // Two random bytes are equal with a probability of 1 in 256.
        #expect(Self.probability(fewerThan: 2, of: 2) == 0x1p-8)
    }
}
