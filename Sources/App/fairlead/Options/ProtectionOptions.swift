import ArgumentParser
import CommandLineParts
import HLSPlaylists
import Presentations
import Protection
import ProtectionTerms
import ProviderTemplates

/// A value of `--method`: a protection method, or none.
enum MethodArgument: Hashable, ExpressibleByArgument {
    case protection(ProtectionMethod)
    case none

    private static let nameOfNone = "none"

    static var allValueStrings: [String] { ProtectionMethod.allCases.map(\.rawValue) + [nameOfNone] }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    /// The value on the command line.
    var name: String {
        switch self {
        case .protection(let method): method.rawValue
        case .none: Self.nameOfNone
        }
    }

    init?(argument: String) {
        if argument == Self.nameOfNone {
            self = .none
        } else if let method = ProtectionMethod(rawValue: argument) {
            self = .protection(method)
        } else {
            return nil
        }
    }
}

extension KeyGranularity: ExpressibleByArgument {}
extension IVMode: ExpressibleByArgument {}
extension SessionKeySelection: ExpressibleByArgument {}
extension RotationForm: ExpressibleByArgument {}

/// The options for the protection of media.
struct ProtectionOptions: ParsableArguments {
    @Option(
        help: """
            sample-aes encrypts samples: cbcs in fragmented MP4 (H.264, HEVC, AV1, audio), Apple's sample encryption in \
            transport streams and packed audio (H.264, AAC, AC-3, E-AC-3). sample-aes-ctr is cenc, for fragmented MP4 only. \
            aes-128 encrypts whole segments of anything; aes-256-gcm, too, and players notice every change of a segment, but few \
            of them know it yet, and it has no I-frame playlists into segments. none, of package only, is the same as --clear. Default: sample-aes.
            """
    )
    var method: MethodArgument?

    @Option(
        help: ArgumentHelp(
            "Key systems to signal, in the order of their lines: \(KeySystem.names.joined(separator: ", ")). Default with "
                + "sample-aes: fairplay; with sample-aes-ctr: widevine,playready; with aes-128 and aes-256-gcm, and where "
                + "the key URI is http(s): identity.",
            valueName: "list"
        )
    )
    var drm: String?

    @Option(help: "One key for the whole presentation, for each type of rendition, or for each rendition.")
    var keyPer: KeyGranularity?

    @Option(
        help: """
            aes-128: where the IV of a segment comes from, segment (default), sequence or constant. sample-aes: constant, \
            sample-aes-ctr: segment. aes-256-gcm has no choice: each segment has its IV in front.
            """
    )
    var ivMode: IVMode?

    @Flag(help: "aes-128, aes-256-gcm: encrypt the EXT-X-MAP sections too.")
    var encryptInit = false

    @Option(help: ArgumentHelp("A new key for every period of this length.", valueName: "duration"))
    var rotateEvery: DurationArgument?

    @Option(
        help: """
            How fragmented MP4 says that a period begins: sections, an EXT-X-MAP for each key, which players of all kinds \
            read (default), or seig, sample groups in the fragments.
            """
    )
    var rotation: RotationForm?

    @Option(
        help: ArgumentHelp(
            "Leave the start unprotected: segments that begin before it. With sample-aes in transport streams an "
                + "EXT-X-DISCONTINUITY follows.",
            valueName: "duration"
        )
    )
    var clearLead: DurationArgument?

    @Option(
        help:
            "EXT-X-SESSION-KEY lines for no key (none), the keys that are needed to start (start, default), or all."
    )
    var sessionKeys: SessionKeySelection?

    @Flag(
        help: """
            sample-aes: take pictures of more slices than fragmented MP4 can list, whose last ones stay clear, for FairPlay, too: its \
            clients may show them wrongly.
            """
    )
    var allowPartialProtection = false

    /// Throws if options contradict each other.
    ///
    /// A template may supply some of them and is known only after it is read: see
    /// ``ProtectionOptions/check(besides:)``.
    func check() throws {
        // The command decides whether `none` is allowed.
        guard method != MethodArgument.none else { return }
        let method = try protectionMethod()
        _ = try keySystems(for: method)
        try validateSamples(method)
        if let rotateEvery, rotateEvery.duration <= .zero {
            throw ValidationError("--rotate-every must be longer than nothing")
        }
    }

    /// Calls ``check()``, unless the template may still supply the method.
    func check(besides templates: TemplateOptions) throws {
        if method != nil || templates.template == nil { try check() }
    }

    /// Throws for options for whole segments if samples are encrypted, and vice versa.
    private func validateSamples(_ method: ProtectionMethod) throws {
        guard method.encryptsSamples else {
            if let rotation {
                throw ValidationError(
                    "--rotation \(rotation.rawValue) is for samples in fragmented MP4: --method \(method.rawValue) encrypts "
                        + "whole segments, and a key line begins a period (expected sample-aes or sample-aes-ctr). Leave it out"
                )
            }
            if method == .aes256GCM, let ivMode {
                throw ValidationError(
                    "--iv-mode \(ivMode.rawValue) is for --method aes-128: AES-256-GCM gives every segment an IV of its own, "
                        + "which stands in front of it and in no key line (expected none). Leave it out"
                )
            }
            return
        }
        let expected: IVMode = method == .sampleAES ? .constant : .segment
        if let ivMode, ivMode != expected {
            throw ValidationError(
                method == .sampleAES
                    ? "--iv-mode \(ivMode.rawValue) is for --method aes-128: SAMPLE-AES starts every sample at the IV of the "
                        + "key (expected constant). Leave it out"
                    : "--iv-mode \(ivMode.rawValue) is for --method aes-128: SAMPLE-AES-CTR gives every sample an IV of its "
                        + "own, derived from the segment's place (expected segment). Leave it out"
            )
        }
        if encryptInit {
            throw ValidationError(
                "--encrypt-init is for --method aes-128 and aes-256-gcm: where samples are encrypted, program tables and movie boxes stay "
                    + "readable. Leave it out"
            )
        }
    }

    /// The options that are given and apply to protected media only.
    var given: [String] {
        let given: [(String, Bool)] = [
            ("--method", method != nil && method != MethodArgument.none), ("--drm", drm != nil),
            ("--key-per", keyPer != nil), ("--iv-mode", ivMode != nil), ("--encrypt-init", encryptInit),
            ("--rotate-every", rotateEvery != nil), ("--rotation", rotation != nil),
            ("--clear-lead", clearLead != nil), ("--session-keys", sessionKeys != nil),
            ("--allow-partial-protection", allowPartialProtection),
        ]
        return given.filter(\.1).map(\.0)
    }

    /// Returns the method; throws `ValidationError` if nothing is to be protected.
    func protectionMethod() throws -> ProtectionMethod {
        switch method ?? .protection(.sampleAES) {
        case .protection(let method): return method
        case .none:
            throw ValidationError(
                "--method \(MethodArgument.none.name) protects nothing (expected "
                    + "\(ProtectionMethod.allCases.map(\.rawValue).joined(separator: " or "))). Use one of them"
            )
        }
    }

    /// Returns the key systems of `--drm`, or nil if it is not given.
    func keySystems() throws -> [KeySystem]? { try keySystems(for: try protectionMethod()) }

    private func keySystems(for method: ProtectionMethod) throws -> [KeySystem]? {
        guard let drm else { return nil }
        let available = KeySystem.named.filter { $0.supports(method) }
        var systems: [KeySystem] = []
        for name in drm.split(separator: ",", omittingEmptySubsequences: false) {
            guard let system = available.first(where: { $0.name == name }) else {
                throw ValidationError(Self.refusal(of: name, method, available))
            }
            if !systems.contains(system) { systems.append(system) }
        }
        return systems
    }

    private static func refusal(
        of name: Substring,
        _ method: ProtectionMethod,
        _ available: [KeySystem]
    ) -> String {
        let expected = available.map(\.name).joined(separator: " or ")
        guard let system = KeySystem.named.first(where: { $0.name == name }) else {
            return
                "--drm: unknown key system (got \(name.isEmpty ? "nothing" : "'\(name)'"), expected \(expected))"
        }
        let refusal = "--drm \(name) cannot be signalled with --method \(method.rawValue): "
        return switch method {
        case .aes128, .aes256GCM:
            refusal
                + "its key format has no \(method.playlistMethod.name) (expected identity). A skd: URI under the identity format is "
                + "answered by the app"
        case .sampleAES, .sampleAESCTR:
            refusal + "\(system == .fairPlay ? "FairPlay decrypts AES-CBC only" : "it has other methods") "
                + "(expected \(expected)). Use --method sample-aes for it"
        }
    }

    /// Returns the protection policy, with values of the template for options that are not given.
    func policy(_ template: OnboardingTemplate) throws -> ProtectionPolicy {
        var policy = ProtectionPolicy()
        policy.method = try protectionMethod()
        policy.keySystems = try keySystems(for: policy.method) ?? template.signaledSystems(policy.method)
        policy.keyFormatVersions = template.keyFormatVersions
        policy.granularity = keyPer ?? template.keyPer
        policy.ivMode = ivMode ?? .segment
        policy.encryptsInitializationSections = encryptInit
        policy.rotationForm = rotation ?? .sections
        policy.allowsPartialProtection = allowPartialProtection
        policy.schedule = PeriodSchedule(
            clearLead: clearLead?.duration ?? .zero,
            rotation: rotateEvery?.duration
        )
        return policy
    }
}
