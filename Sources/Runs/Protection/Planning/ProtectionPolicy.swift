package import ProtectionTerms

/// The way in which fMP4 fragments signal a new key period (`--rotation`).
package enum RotationForm: String, CaseIterable, Sendable {
    /// An initialization section for each period, with its own default_KID.
    case sections
    /// One initialization section, and a sample group (`seig`) in each track fragment.
    case seig
}

/// The protection of a presentation, apart from its keys.
package struct ProtectionPolicy: Sendable {
    /// The method of protection.
    package var method = ProtectionMethod.aes128
    /// The key systems to signal, in the order of their lines, or nil for those that the key URI suggests.
    package var keySystems: [KeySystem]?
    /// The `KEYFORMATVERSIONS` of lines with a template's URI, except identity, or nil for the default.
    package var keyFormatVersions: String?
    /// The number of keys: one in all, one for each class, or one for each rendition.
    package var granularity: KeyGranularity = .presentation
    /// The source of the IVs of AES-128.
    ///
    /// Other methods ignore it. SAMPLE-AES takes the IV of the record. SAMPLE-AES-CTR counts from a number
    /// that is derived from the segment's location. AES-256-GCM derives IVs from location and media.
    package var ivMode: IVMode = .segment
    /// Indicates whether initialization sections are encrypted too; for AES-128 and AES-256-GCM only.
    package var encryptsInitializationSections = false
    /// The way in which fMP4 fragments signal a new key period.
    package var rotationForm = RotationForm.sections
    /// Indicates whether FairPlay may be signalled for pictures whose encrypted ranges fMP4 cannot all list.
    package var allowsPartialProtection = false
    /// The clear lead and the key periods.
    package var schedule = PeriodSchedule()

    /// Creates a policy with AES-128 and the other defaults of the command line.
    package init() {}

    /// Returns the key systems in which a key with a URI is signalled.
    ///
    /// FairPlay supports neither AES-128 nor AES-CTR. An http(s) URI implies the identity key format, since
    /// it gives the key itself to everyone who asks.
    func keySystems(forKeyURI uri: String) -> [KeySystem] {
        if let keySystems { return keySystems }
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        let isForAnybody = scheme == "http" || scheme == "https"
        return switch method.form {
        case .paddedSegments, .authenticatedSegments: [.identity]
        case .samples(.cbcs): isForAnybody ? [.identity] : [.fairPlay]
        case .samples(.cenc): isForAnybody ? [.identity] : [.widevine, .playReady]
        }
    }

    /// Indicates whether a key URI template is rendered: for a system that uses it, or to choose one.
    var needsTemplateURI: Bool { keySystems?.contains(where: \.hasTemplateURIs) ?? true }
}
