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
            aes-128 encrypts whole segments of any format. aes-256-gcm does so, too, and players detect every change of a segment, \
            but few players support it yet, and I-frame playlists cannot point into its segments. none (package only) is the same as \
            --clear. Default: sample-aes.
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
            aes-128: the IV of each segment: segment, derived for the segment (default), sequence, the media sequence number, \
            or constant, the IV of the key. sample-aes is always constant, sample-aes-ctr always segment. Not for aes-256-gcm, \
            with which each segment begins with its IV.
            """
    )
    var ivMode: IVMode?

    @Flag(help: "aes-128, aes-256-gcm: encrypt the initialization sections (EXT-X-MAP) too.")
    var encryptInit = false

    @Option(help: ArgumentHelp("A new key for every period of this length.", valueName: "duration"))
    var rotateEvery: DurationArgument?

    @Option(
        help: """
            How fragmented MP4 signals the start of a key period: sections, an EXT-X-MAP for each key, which all players \
            support (default), or seig, sample groups in the fragments.
            """
    )
    var rotation: RotationForm?

    @Option(
        help: ArgumentHelp(
            "The length of the clear lead: segments that begin before this time stay unprotected. With sample-aes in transport "
                + "streams an EXT-X-DISCONTINUITY follows.",
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
            sample-aes: accept pictures with more slices than a sample of fragmented MP4 can list, even for FairPlay, whose \
            clients may show them wrongly: the last slices stay clear.
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
            throw ValidationError("--rotate-every must be greater than 0")
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
            if method.form == .authenticatedSegments, let ivMode {
                throw ValidationError(
                    "--iv-mode \(ivMode.rawValue) is for --method aes-128: AES-256-GCM gives every segment an IV of its own, "
                        + "which is at its start and in no key line (expected no --iv-mode). Leave it out"
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
                        + "own, derived from the location of the segment (expected segment). Leave it out"
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
    var givenOptions: [String] {
        let options: [(String, Bool)] = [
            ("--method", method != nil && method != MethodArgument.none), ("--drm", drm != nil),
            ("--key-per", keyPer != nil), ("--iv-mode", ivMode != nil), ("--encrypt-init", encryptInit),
            ("--rotate-every", rotateEvery != nil), ("--rotation", rotation != nil),
            ("--clear-lead", clearLead != nil), ("--session-keys", sessionKeys != nil),
            ("--allow-partial-protection", allowPartialProtection),
        ]
        return options.filter(\.1).map(\.0)
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
        let available = KeySystem.namedSystems.filter { $0.supports(method) }
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
        guard let system = KeySystem.namedSystems.first(where: { $0.name == name }) else {
            return
                "--drm: unknown key system (got \(name.isEmpty ? "nothing" : "'\(name)'"), expected \(expected))"
        }
        let refusal = "--drm \(name) cannot be signalled with --method \(method.rawValue): "
        return switch method.form {
        case .paddedSegments, .authenticatedSegments:
            refusal
                + "its key format has no \(method.playlistMethod.name) (expected identity). Use --drm identity; then the app has to "
                + "answer skd: URIs"
        case .samples:
            refusal
                + "\(system == .fairPlay ? "FairPlay decrypts AES-CBC only" : "it does not support that") "
                + "(expected \(expected)). Use --method sample-aes for it"
        }
    }

    /// Returns the protection policy, with values of the template for options that are not given.
    func policy(_ template: OnboardingTemplate) throws -> ProtectionPolicy {
        var policy = ProtectionPolicy()
        policy.method = try protectionMethod()
        policy.keySystems = try keySystems(for: policy.method) ?? template.signaledSystems(policy.method)
        policy.keyFormatVersions = template.keyFormatVersions
        policy.granularity = keyPer ?? template.keyGranularity
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
