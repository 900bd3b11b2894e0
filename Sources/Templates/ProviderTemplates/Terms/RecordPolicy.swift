package import ProtectionTerms

/// The policy that license servers are to enforce for the keys of a title.
package struct RecordPolicy: Hashable, Sendable {
    /// The terms of all keys.
    package internal(set) var common = KeyPolicyTerms()
    /// The terms of the keys of a track class, which override the common ones.
    package internal(set) var classes: [TrackClass: KeyPolicyTerms] = [:]

    /// Creates a policy without terms.
    init() {}

    /// Indicates whether no key has any terms.
    package var isEmpty: Bool { common.isEmpty && classes.values.allSatisfy(\.isEmpty) }

    /// Returns the terms of the key of a track (`all`, a class of renditions or the name of a rendition).
    package func terms(ofTrack track: String) -> KeyPolicyTerms {
        guard let trackClass = TrackClass(rawValue: track), let terms = classes[trackClass] else {
            return common
        }
        return common.replacing(with: terms)
    }
}

extension KeyPolicyTerms {
    private static let positiveSeconds = 1...secondsRange.upperBound

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
            let classMapping = try TemplateMapping(entry.value, key: entry.key)
            try classMapping.allowOnly(terms)
            classes[trackClass] = try KeyPolicyTerms(classMapping)
        }
    }
}
