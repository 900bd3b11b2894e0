import Testing

@testable import Ciphers

struct DerivationLabelTests {
    /// All functions that derive take one of these.
    @Test func `No label is another one, or the start of another one and its end`() {
        let labels = DerivationLabel.allCases
        for label in labels {
            #expect(label.bytes.allSatisfy { 0x20..<0x7F ~= $0 }, "\(label)")
            for other in labels where other != label {
                #expect(!(other.bytes + [0]).starts(with: label.bytes + [0]), "\(label), \(other)")
            }
        }
    }

    /// Nothing ends these two.
    @Test(arguments: [DerivationLabel.keyTagKey, .fingerprint])
    func `A label that is a whole message starts no other`(label: DerivationLabel) {
        for other in DerivationLabel.allCases where other != label {
            #expect(!other.bytes.starts(with: label.bytes) && !label.bytes.starts(with: other.bytes))
        }
    }
}
