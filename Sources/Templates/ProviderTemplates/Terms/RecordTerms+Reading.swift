extension RecordTerms {
    /// The words that a term takes; nil for one that takes others.
    package static func words(of term: Term) -> [String]? {
        switch term {
        case .hdcp: ["none", "type-0", "type-1"]
        case .securityLevel: ["audio", "baseline", "main"]
        case .contentType: ["audio", "sd", "hd", "uhd"]
        case .lease, .rental, .playback, .offlineStreamID, .offlineTitleID: nil
        }
    }

    private static let durations = 1...Int(UInt32.max)

    init(_ mapping: TemplateMapping) throws(OnboardingTemplateError) {
        for entry in mapping.entries {
            guard let term = Term(rawValue: entry.key) else { continue }
            switch term {
            case .hdcp: hdcp = try Self.word(term, entry.value)
            case .securityLevel: securityLevel = try Self.word(term, entry.value)
            case .contentType: contentType = try Self.word(term, entry.value)
            case .lease: leaseSeconds = try Self.seconds(term, entry.value)
            case .rental: rentalSeconds = try Self.seconds(term, entry.value)
            case .playback: playbackSeconds = try Self.seconds(term, entry.value)
            case .offlineStreamID: offlineStreamID = try Self.offlineID(term, entry.value)
            case .offlineTitleID: offlineTitleID = try Self.offlineID(term, entry.value)
            }
        }
    }

    private static func word(_ term: Term, _ node: TemplateNode) throws(OnboardingTemplateError) -> String {
        try node.word(key: term.rawValue, of: words(of: term) ?? [])
    }

    private static func seconds(_ term: Term, _ node: TemplateNode) throws(OnboardingTemplateError) -> Int {
        let components = DurationText.duration(of: try node.text(key: term.rawValue))?.components
        guard let components, components.attoseconds == 0, durations.contains(Int(components.seconds)) else {
            throw node.error(
                .wrongKind(
                    key: term.rawValue,
                    expected: "whole seconds, 1 to \(durations.upperBound), as in 90s, 10m or 2h"
                )
            )
        }
        return Int(components.seconds)
    }

    private static func offlineID(_ term: Term, _ node: TemplateNode) throws(OnboardingTemplateError)
        -> String
    {
        let text = try node.text(key: term.rawValue)
        let isWhole = (2...32).contains(text.utf8.count) && text.utf8.count.isMultiple(of: 2)
        guard isWhole, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw node.error(
                .wrongKind(key: term.rawValue, expected: "2 to 32 hexadecimal digits, two a byte")
            )
        }
        return text.lowercased()
    }
}

extension RecordPolicy {
    /// Terms of all keys, and mappings of terms under the names of classes.
    init(_ node: TemplateNode) throws(OnboardingTemplateError) {
        let mapping = try TemplateMapping(node, key: TemplateKey.record.rawValue)
        let terms = RecordTerms.Term.allCases.map(\.rawValue)
        try mapping.allowOnly(terms + TrackClass.allCases.map(\.rawValue))
        common = try RecordTerms(mapping)
        for entry in mapping.entries {
            guard let trackClass = TrackClass(rawValue: entry.key) else { continue }
            let ofClass = try TemplateMapping(entry.value, key: entry.key)
            try ofClass.allowOnly(terms)
            classes[trackClass] = try RecordTerms(ofClass)
        }
    }
}
