import Testing

@testable import Ciphers

struct DerivationLabelTests {
    /// All derivation functions take one of these labels, most with a zero byte after it.
    @Test func `No label is another one, or the start of another one and its end`() {
        let labels = DerivationLabel.allCases
        for label in labels {
            #expect(label.bytes.allSatisfy { 0x20..<0x7F ~= $0 }, "\(label)")
            for other in labels where other != label {
                #expect(!(other.bytes + [0]).starts(with: label.bytes + [0]), "\(label), \(other)")
            }
        }
    }

    /// These two labels are whole messages, without a zero byte after them.
    @Test(arguments: [DerivationLabel.keyTagKey, .fingerprint])
    func `A label that is a whole message starts no other`(label: DerivationLabel) {
        for other in DerivationLabel.allCases where other != label {
            #expect(!other.bytes.starts(with: label.bytes) && !label.bytes.starts(with: other.bytes))
        }
    }
}
