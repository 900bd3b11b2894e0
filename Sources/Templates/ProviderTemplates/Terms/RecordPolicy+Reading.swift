import ProtectionTerms

extension KeyPolicyTerms {
    private static let positiveSeconds = 1...seconds.upperBound

    init(_ mapping: TemplateMapping) throws(OnboardingTemplateError) {
        self.init()
        for entry in mapping.entries {
            guard let term = KeyPolicyTerm.allCases.first(where: { $0.templateKey == entry.key }) else {
                continue
            }
            switch term {
            case .hdcp: hdcp = try Self.word(term, entry.value)
            case .securityLevel: securityLevel = try Self.word(term, entry.value)
            case .contentType: contentType = try Self.word(term, entry.value)
            case .lease: leaseSeconds = try Self.wholeSeconds(term, entry.value)
            case .rental: rentalSeconds = try Self.wholeSeconds(term, entry.value)
            case .playback: playbackSeconds = try Self.wholeSeconds(term, entry.value)
            case .offlineStreamID: offlineStreamID = try Self.offlineID(term, entry.value)
            case .offlineTitleID: offlineTitleID = try Self.offlineID(term, entry.value)
            }
        }
    }

    private static func word(_ term: KeyPolicyTerm, _ node: TemplateNode) throws(OnboardingTemplateError)
        -> String
    {
        try node.word(key: term.templateKey, of: term.allowedValues ?? [])
    }

    private static func wholeSeconds(_ term: KeyPolicyTerm, _ node: TemplateNode)
        throws(OnboardingTemplateError) -> Int
    {
        let components = DurationText.duration(of: try node.text(key: term.templateKey))?.components
        guard let components, components.attoseconds == 0, positiveSeconds.contains(Int(components.seconds))
        else {
            throw node.error(
                .invalidValue(
                    key: term.templateKey,
                    expected: "whole seconds, 1 to \(positiveSeconds.upperBound), as in 90s, 10m or 2h"
                )
            )
        }
        return Int(components.seconds)
    }

    private static func offlineID(_ term: KeyPolicyTerm, _ node: TemplateNode) throws(OnboardingTemplateError)
        -> String
    {
        let text = try node.text(key: term.templateKey)
        guard isOfflineID(text) else {
            throw node.error(
                .invalidValue(key: term.templateKey, expected: offlineIDForm)
            )
        }
        return text.lowercased()
    }
}

extension RecordPolicy {
    /// Reads the mapping of `record`: terms for all keys, and mappings of terms by the names of track
    /// classes.
    init(_ node: TemplateNode) throws(OnboardingTemplateError) {
        let mapping = try TemplateMapping(node, key: TemplateKey.record.rawValue)
        let terms = KeyPolicyTerm.allCases.map(\.templateKey)
        try mapping.allowOnly(terms + TrackClass.allCases.map(\.rawValue))
        common = try KeyPolicyTerms(mapping)
        for entry in mapping.entries {
            guard let trackClass = TrackClass(rawValue: entry.key) else { continue }
            let ofClass = try TemplateMapping(entry.value, key: entry.key)
            try ofClass.allowOnly(terms)
            classes[trackClass] = try KeyPolicyTerms(ofClass)
        }
    }
}
