import Ciphers
import LicenseMessages
import ProtectionTerms
import Testing
import TextFormats

@testable import Rehearsal

/// Policies in licenses: kinds of durations, and offline ids with the padding of FairPlay's server SDK 26.
struct LicenseTermsTests {
    /// A policy, and the kind of its duration.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let terms: KeyPolicyTerms
        let kind: KeyDurationKind?

        init(_ name: String, _ kind: KeyDurationKind?, _ set: (inout KeyPolicyTerms) -> Void) {
            var terms = KeyPolicyTerms()
            set(&terms)
            self.testDescription = name
            self.terms = terms
            self.kind = kind
        }
    }

    static let cases = [
        Case("nothing", nil) { _ in },
        Case("durations of 0", nil) { ($0.leaseSeconds, $0.rentalSeconds) = (0, 0) },
        Case("a lease", .lease) { $0.leaseSeconds = 60 },
        Case("a rental", .rental) { $0.rentalSeconds = 60 },
        Case("lease and rental", .leaseAndRental) { ($0.leaseSeconds, $0.rentalSeconds) = (60, 60) },
        Case("offline", .persistent) { $0.offlineStreamID = "01" },
        Case("offline, kept for some time", .persistentWithDuration) {
            ($0.offlineStreamID, $0.rentalSeconds) = ("01", 60)
        },
        Case("offline, played for some time", .persistentWithDuration) {
            ($0.offlineStreamID, $0.playbackSeconds) = ("01", 60)
        },
    ]

    @Test(arguments: cases)
    func `A policy has the kind of its durations`(_ policy: Case) {
        #expect(policy.terms.keyDuration?.kind == policy.kind)
    }

    @Test func `Zeros follow offline ids that are shorter than 16 bytes`() throws {
        var terms = KeyPolicyTerms()
        (terms.offlineStreamID, terms.offlineTitleID, terms.playbackSeconds) = ("0a0b", "0c", 7)
        let iv = try InitializationVector(bytes: [UInt8](repeating: 0, count: 16))
        let offline = try #require(LicenseAnswer(key: .random(), iv: iv, terms: terms).offline)
        #expect(Hexadecimal.encode(offline.streamID) == "0a0b" + String(repeating: "0", count: 28))
        #expect(offline.titleID.map { Hexadecimal.encode($0) } == "0c" + String(repeating: "0", count: 30))
        #expect(offline.storageSeconds == 0)
        #expect(offline.playbackSeconds == 7)
    }
}
