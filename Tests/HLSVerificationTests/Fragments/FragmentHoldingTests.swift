import HLSPackaging
import Testing

@testable import HLSVerification

/// Presentations of fMP4 that `protect` wrote hold, with a source and without.
struct FragmentHoldingTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let sample: String
        let method: ProtectionMethod
        var systems: [KeySystem]?
        var keyPer = KeyGranularity.presentation
        var clearLead = 0
        var rotation: Int?
        var form = RotationForm.sections

        var options: ProtectionOptions {
            var options = ProtectionOptions(
                keyPer: keyPer,
                clearLead: .seconds(clearLead),
                rotation: rotation.map { .seconds($0) },
                method: method,
                systems: systems
            )
            options.policy.rotationForm = form
            return options
        }

        var testDescription: String {
            "\(sample) \(method) \(systems.map { "\($0)" } ?? "") \(keyPer) lead \(clearLead) "
                + "rotation \(rotation.map(String.init) ?? "none") \(form)"
        }
    }

    private static let fmp4 = "fmp4/multivariant.m3u8"
    private static let ranges = "fmp4-byterange/multivariant.m3u8"

    static let cases =
        [fmp4, ranges].flatMap { sample in
            [ProtectionMethod.sampleAES, .sampleAESCTR].flatMap { method in
                let all: [KeySystem] =
                    method == .sampleAES
                    ? [.fairPlay, .identity, .widevine, .playReady] : [.identity, .widevine, .playReady]
                return [
                    Case(sample: sample, method: method, systems: all),
                    Case(sample: sample, method: method, systems: [.widevine], clearLead: 4),
                    Case(sample: sample, method: method, systems: [.identity], rotation: 4),
                    Case(
                        sample: sample,
                        method: method,
                        systems: all,
                        keyPer: .type,
                        clearLead: 4,
                        rotation: 4
                    ),
                    Case(sample: sample, method: method, systems: all, rotation: 4, form: .seig),
                    Case(
                        sample: sample,
                        method: method,
                        systems: [.playReady],
                        clearLead: 4,
                        rotation: 4,
                        form: .seig
                    ),
                ]
            }
        }

    @Test(arguments: cases)
    func holds(_ given: Case) throws {
        let title = try Title(sample: given.sample, given.options)
        let report = try title.verify()
        #expect(report.findings.filter(\.isError).map(\.text) == [])
        #expect(report.summaries == [])
        let compared = try title.verifyAgainstSource()
        #expect(compared.findings.filter(\.isError).map(\.text) == [])
        #expect(compared.summaries == [])
        #expect(compared.renditions.allSatisfy { $0.encrypted > 0 })
    }
}
