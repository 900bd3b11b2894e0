package import ProtectionTerms

/// How fragments of fMP4 say that another key period begins (`--rotation`).
package enum RotationForm: String, CaseIterable, Sendable {
    /// An initialization section for each period, with its own default_KID.
    case sections
    /// One section, and a sample group in each track fragment.
    case seig
}

/// What the protection of a presentation is to be, apart from its keys.
package struct ProtectionPolicy: Sendable {
    /// How media are encrypted.
    package var method = ProtectionMethod.aes128
    /// The key systems that are signalled, in the order of their lines; nil for the one that the key URI suggests.
    package var keySystems: [KeySystem]?
    /// `KEYFORMATVERSIONS` of the lines with the URI of a template, but those of identity; nil for those of the system.
    package var keyFormatVersions: String?
    /// How many keys.
    package var granularity: KeyGranularity = .presentation
    /// Where the initialization vectors of AES-128 come from; SAMPLE-AES always takes the record's, and SAMPLE-AES-CTR counts
    /// from one of the segment's place; AES-256-GCM derives them from place and media.
    package var vectorMode: InitializationVectorMode = .segment
    /// Whether the sections of `EXT-X-MAP` are encrypted too; AES-128 and AES-256-GCM only.
    package var encryptsInitializationSections = false
    /// How fragments of fMP4 say that another key period begins.
    package var rotationForm = RotationForm.sections
    /// Whether FairPlay's clients get pictures of which fMP4 cannot list all encrypted parts.
    package var allowsPartialProtection = false
    /// The clear start and the key periods.
    package var schedule = PeriodSchedule()

    /// AES-128; the rest is what the command line does by default.
    package init() {}

    /// The key systems of the lines with a key URI.
    ///
    /// FairPlay has neither AES-128 nor AES-CTR; and what an http(s) URI gives anybody who asks is the key itself.
    package func keySystems(forKeyURI uri: String) -> [KeySystem] {
        if let keySystems { return keySystems }
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        let isForAnybody = scheme == "http" || scheme == "https"
        return switch method {
        case .aes128, .aes256GCM: [.identity]
        case .sampleAES: isForAnybody ? [.identity] : [.fairPlay]
        case .sampleAESCTR: isForAnybody ? [.identity] : [.widevine, .playReady]
        }
    }

    /// Whether a key URI template has to be rendered: for a system that takes its URI from it, or to choose one.
    package var needsTemplateURI: Bool { keySystems?.contains(where: \.hasTemplateURIs) ?? true }
}
