import KeyRecordFormats
import KeyStore
import ProtectionTerms

/// R09: what the exported file demands of clients for a key, by itself and beside the record.
struct PolicyStep {
    private(set) var record = StepRecord()

    /// Looks at the policy of a key.
    ///
    /// - Parameters:
    ///   - key: the key in the file.
    ///   - terms: what its record demands; nil where the record is not known.
    ///   - said: the terms that the file's format has a place for; nil where that is not known.
    ///   - isForFairPlay: whether the rules of FairPlay's server SDK are applied.
    mutating func check(
        _ key: ExportedKey,
        recordTerms terms: KeyPolicyTerms?,
        said: Set<KeyPolicyTerm>?,
        isForFairPlay: Bool
    ) {
        let values = key.terms.values.map { "\($0.term.rawValue) \($0.value)" }
        record.walk(
            asked: "the policy of \(key.words)",
            came: values.isEmpty ? "nothing is demanded" : values.joined(separator: ", ")
        )
        if isForFairPlay, !key.terms.isEmpty { checkForFairPlay(key) }
        if let terms { compare(key, terms, said) }
    }

    /// Applies the rules of FairPlay's server SDK; a content type, which it alone wants, is a warning.
    private mutating func checkForFairPlay(_ key: ExportedKey) {
        var terms = key.terms
        if terms.contentType == nil, key.track.flatMap({ TrackClass(rawValue: $0) }) == nil {
            record.warn(
                at: key.place,
                "there is no content type, without which FairPlay's server SDK refuses a key",
                remedy: "Give its policy one, if the key server is built on the SDK."
            )
            // The one that demands nothing else, and which allows no high level, which nobody demanded beside it.
            terms.contentType = TrackClass.sd.rawValue
            terms.securityLevel = nil
        }
        guard let refusal = FairPlayRefusal(of: terms, track: key.track ?? TrackClass.all) else { return }
        record.fail(
            at: key.place,
            "FairPlay's server SDK refuses the policy: \(refusal.reason)",
            remedy: refusal.remedy + "."
        )
    }

    /// A term that the file does not say as the record does.
    private mutating func compare(_ key: ExportedKey, _ terms: KeyPolicyTerms, _ said: Set<KeyPolicyTerm>?) {
        let written = Dictionary(uniqueKeysWithValues: key.terms.values.map { ($0.term, $0.value) })
        let demanded = Dictionary(uniqueKeysWithValues: terms.values.map { ($0.term, $0.value) })
        for term in KeyPolicyTerm.allCases where written[term] != demanded[term] {
            let found = written[term] ?? "none"
            let expected = demanded[term] ?? "none"
            if written[term] == nil, let said, !said.contains(term) {
                record.warn(
                    at: key.place,
                    "the format has no place for \(term.rawValue) (\(expected) in the record)",
                    remedy: "Set it at the key server."
                )
            } else if isDefault(term, found, terms) {
                continue
            } else {
                record.fail(
                    at: key.place,
                    "\(term.rawValue) is \(found), in the record it is \(expected)",
                    remedy: "Export the key again."
                )
            }
        }
    }

    /// FairPlay's SDK wants a content type in every asset info, which the exporter takes from the track; a lease of 0 is none.
    private func isDefault(_ term: KeyPolicyTerm, _ found: String, _ terms: KeyPolicyTerms) -> Bool {
        switch term {
        case .contentType: terms.contentType == nil && TrackClass(rawValue: found) != nil
        case .lease: terms.leaseSeconds == 0 && found == "none"
        default: false
        }
    }
}
