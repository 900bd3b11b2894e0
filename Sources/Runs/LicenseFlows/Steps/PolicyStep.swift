import KeyRecordFormats
import KeyStore
import ProtectionTerms

/// The check of a key's policy in the exported file, by itself and against the record (step R09).
struct PolicyStep {
    private(set) var result = StepResult()

    /// Checks the policy of a key.
    ///
    /// - Parameters:
    ///   - key: the key in the file.
    ///   - terms: the terms of its record, or nil if the record is unknown.
    ///   - expressibleTerms: the terms that the file's format can express, or nil if unknown.
    ///   - isForFairPlay: true to apply the rules of FairPlay's server SDK.
    mutating func check(
        _ key: ExportedKey,
        recordTerms terms: KeyPolicyTerms?,
        expressibleTerms: Set<KeyPolicyTerm>?,
        isForFairPlay: Bool
    ) {
        let values = key.terms.values.map { "\($0.term.rawValue) \($0.value)" }
        result.countRun(
            request: "the policy of \(key.description)",
            result: values.isEmpty ? "nothing is demanded" : values.joined(separator: ", ")
        )
        if isForFairPlay, !key.terms.isEmpty { checkForFairPlay(key) }
        if let terms { compare(key, terms, expressibleTerms) }
    }

    /// Applies the rules of FairPlay's server SDK; a missing content type, which only the SDK requires, is a
    /// warning.
    private mutating func checkForFairPlay(_ key: ExportedKey) {
        var terms = key.terms
        if terms.contentType == nil, key.track.flatMap({ TrackClass(rawValue: $0) }) == nil {
            result.warn(
                at: key.location,
                "there is no content type, without which FairPlay's server SDK refuses a key",
                remedy: "Add one to its policy, if the license server is built on the SDK."
            )
            // Assumes SD, which requires no other term; drops the security level, because SD allows at most
            // `baseline`.
            terms.contentType = TrackClass.sd.rawValue
            terms.securityLevel = nil
        }
        guard let refusal = FairPlayRefusal(of: terms, track: key.track ?? TrackClass.wholePresentation)
        else { return }
        result.fail(
            at: key.location,
            "FairPlay's server SDK refuses the policy: \(refusal.reason)",
            remedy: refusal.remedy + "."
        )
    }

    /// Reports terms that differ between file and record.
    private mutating func compare(
        _ key: ExportedKey,
        _ terms: KeyPolicyTerms,
        _ expressibleTerms: Set<KeyPolicyTerm>?
    ) {
        let exportedValues = Dictionary(uniqueKeysWithValues: key.terms.values.map { ($0.term, $0.value) })
        let recordedValues = Dictionary(uniqueKeysWithValues: terms.values.map { ($0.term, $0.value) })
        for term in KeyPolicyTerm.allCases where exportedValues[term] != recordedValues[term] {
            let found = exportedValues[term] ?? "none"
            let expected = recordedValues[term] ?? "none"
            if exportedValues[term] == nil, let expressibleTerms, !expressibleTerms.contains(term) {
                result.warn(
                    at: key.location,
                    "the format has no place for \(term.rawValue) (\(expected) in the record)",
                    remedy: "Set it at the license server."
                )
            } else if isDefault(term, found, terms) {
                continue
            } else {
                result.fail(
                    at: key.location,
                    "\(term.rawValue) is \(found), in the record it is \(expected)",
                    remedy: "Export the key again."
                )
            }
        }
    }

    /// Indicates whether a difference is due to a default.
    ///
    /// FairPlay's SDK requires a content type in each asset info, so the exporter uses the track. A lease of
    /// 0 means none.
    private func isDefault(_ term: KeyPolicyTerm, _ found: String, _ terms: KeyPolicyTerms) -> Bool {
        switch term {
        case .contentType: terms.contentType == nil && TrackClass(rawValue: found) != nil
        case .lease: terms.leaseSeconds == 0 && found == "none"
        default: false
        }
    }
}
