package import KeyURITemplates
import ProtectionTerms

import struct FoundationEssentials.UUID

/// A template to be linted, with the key URIs that it gives to keys of invented titles.
package struct LintedTemplate: Sendable {
    /// The template to be linted.
    package let template: OnboardingTemplate
    /// The samples, by title, then generation, period and track; empty if variables have no value.
    package let samples: [TemplateSample]
    /// The names of variables without a value: they have no default, no example, and none was given.
    let missingVariables: [String]
    /// The variables that are the same for all titles.
    private let common: TemplateVariables

    /// The value for each secret variable that was not given one; examples never contain secrets.
    private static let secret = "00112233445566778899aabbccddeeff"
    private static let entitlementURL = "https://license.example.com/fairplay"

    /// Creates a linted template by rendering its samples.
    ///
    /// - Parameters:
    ///   - template: the template to be linted.
    ///   - overrides: values of variables, which override those of the example.
    /// - Throws: `TemplateVariableError` if a value violates the declaration of its variable.
    package init(
        _ template: OnboardingTemplate,
        overrides: TemplateVariables
    ) throws(TemplateVariableError) {
        self.template = template
        var common = overrides
        var missingVariables: [String] = []
        for variable in template.variables where common[variable.name] == nil {
            if let value = template.example[variable.name] {
                try common.setUserVariable(variable.name, to: value.text)
            } else if variable.isRequired || variable.rule.isSecret {
                if variable.rule.isSecret, (try? variable.rule.value(Self.secret, of: variable.name)) != nil {
                    try common.setUserVariable(variable.name, to: Self.secret)
                } else if variable.isRequired {
                    missingVariables.append(variable.name)
                }
            }
        }
        if common[StandardVariable.entitlementURL.rawValue] == nil {
            let example = template.example[StandardVariable.entitlementURL.rawValue]?.text
            try common.set(.entitlementURL, to: example ?? Self.entitlementURL)
        }
        self.common = common
        self.missingVariables = missingVariables
        var samples: [TemplateSample] = []
        if missingVariables.isEmpty {
            for title in TemplateSample.Title.allCases {
                samples += try Self.samples(of: title, template, common, from: samples.count)
            }
        }
        self.samples = samples
    }

    /// Returns the variables for a title, without those of its keys.
    package func variables(
        of contentID: String
    ) throws(TemplateVariableError) -> TemplateVariables {
        var variables = common
        try variables.set(.contentID, to: contentID)
        return try template.addingDefaults(to: variables)
    }

    /// The samples of the plain title, for rules to which the particularities of titles do not matter.
    var plainSamples: [TemplateSample] { samples.filter { $0.title == .plain } }

    /// Returns the URI of the first key of a title with this content id, or nil if it does not render.
    func uri(of contentID: String) -> String? {
        guard missingVariables.isEmpty, var variables = try? variables(of: contentID),
            let first = samples.first
        else { return nil }
        variables.setKey(
            track: first.track,
            period: first.period,
            generation: first.generation,
            keyID: first.keyID,
            iv: first.iv
        )
        return try? template.keyURI.render(variables)
    }

    private static func samples(
        of title: TemplateSample.Title,
        _ template: OnboardingTemplate,
        _ common: TemplateVariables,
        from count: Int
    ) throws(TemplateVariableError) -> [TemplateSample] {
        var base = common
        try base.set(.contentID, to: title.contentID)
        base = try template.addingDefaults(to: base)
        var samples: [TemplateSample] = []
        for (generation, period) in [(1, 0), (1, 1), (2, 0)] {
            for track in template.keyGranularity.sampleTracks {
                let number = UInt8(truncatingIfNeeded: count + samples.count)
                let keyID = UUID(
                    uuid: (
                        1, 0x23, 0x45, 0x67, 0x89, 0xAB, 0x4C, 0xDE, 0x8F, 1, 0x23, 0x45, 0x67, 0x89, 0,
                        number
                    )
                )
                let iv = [UInt8](repeating: 0xFB, count: 15) + [number]
                var variables = base
                variables.setKey(
                    track: track,
                    period: period,
                    generation: generation,
                    keyID: keyID,
                    iv: iv
                )
                let uri = Result { () throws(TemplateError) in
                    try template.keyURI.rendered(variables)
                }
                samples.append(
                    TemplateSample(
                        title: title,
                        track: track,
                        period: period,
                        generation: generation,
                        keyID: keyID,
                        iv: iv,
                        uri: uri
                    )
                )
            }
        }
        return samples
    }
}

extension KeyGranularity {
    /// The tracks of the samples of one title, one for each key.
    fileprivate var sampleTracks: [String] {
        switch self {
        case .presentation: [TrackClass.wholePresentation]
        case .type: TrackClass.names
        case .rendition: ["video-1080p", "audio-en", "Ton + 1"]
        }
    }
}
