import ArgumentParser
import HLSPackaging
import OnboardingTemplates
import SampleEncryption

/// The method of protection.
enum MethodArgument: String, CaseIterable, ExpressibleByArgument {
    case aes128 = "aes-128"
    case sampleAES = "sample-aes"
    case sampleAESCTR = "sample-aes-ctr"
    case none
}

extension KeyGranularity: ExpressibleByArgument {}
extension InitializationVectorMode: ExpressibleByArgument {}
extension SessionKeySelection: ExpressibleByArgument {}

/// How media are protected.
struct ProtectionOptions: ParsableArguments {
    @Option(help: "aes-128, sample-aes, sample-aes-ctr or none. This version protects with aes-128 only.")
    var method = MethodArgument.sampleAES

    @Option(help: "Key systems to signal, by commas. With aes-128 it is identity.")
    var drm: String?

    @Option(help: "One key for the whole presentation, for each type of rendition, or for each rendition.")
    var keyPer: KeyGranularity?

    @Option(help: "AES-128: where the IV of a segment comes from.")
    var ivMode = InitializationVectorMode.segment

    @Flag(help: "AES-128: encrypt the EXT-X-MAP sections too.")
    var encryptInit = false

    @Option(help: ArgumentHelp("A new key for every period of this length.", valueName: "duration"))
    var rotateEvery: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Leave the start unprotected: segments that begin before it.",
            valueName: "duration"
        )
    )
    var clearLead: DurationArgument?

    @Option(help: "EXT-X-SESSION-KEY lines for no key, the keys that are needed to start, or all.")
    var sessionKeys = SessionKeySelection.start

    func validate() throws {
        guard method == .aes128 else {
            throw ValidationError(
                "--method \(method.rawValue) is not available in this version (expected aes-128). Use --method aes-128"
            )
        }
        for system in (drm ?? "").split(separator: ",") where system != "identity" {
            throw ValidationError(
                "--drm \(system) cannot be signalled with --method aes-128: its key format has no AES-128 "
                    + "(expected identity). A skd: URI under the identity format is answered by the app"
            )
        }
        if let rotateEvery, rotateEvery.duration <= .zero {
            throw ValidationError("--rotate-every must be longer than nothing")
        }
    }

    /// The policy, with the granularity of a template where the command line names none.
    func policy(templateGranularity: KeyGranularity) -> ProtectionPolicy {
        var policy = ProtectionPolicy()
        policy.granularity = keyPer ?? templateGranularity
        policy.vectorMode = ivMode
        policy.encryptsInitializationSections = encryptInit
        policy.schedule = PeriodSchedule(
            clearLead: clearLead?.duration ?? .zero,
            rotation: rotateEvery?.duration
        )
        return policy
    }
}

extension KeyGranularity {
    /// What a template says.
    init(_ keyPer: OnboardingTemplate.KeyPer) {
        self =
            switch keyPer {
            case .presentation: .presentation
            case .type: .type
            case .rendition: .rendition
            }
    }
}
