import FoundationEssentials
import KeyStore
import Presentations
import ProtectionTerms

/// Gives the keys of a run the policy of a template.
///
/// A policy that is there already stays: somebody wanted it, or key servers have it.
struct KeyPolicyAssignment {
    /// The terms of the keys of a class, or of `all`.
    let terms: @Sendable (String) -> KeyPolicyTerms
    let store: any KeyRecordStore
    /// The class of each rendition that has a key of its own.
    let classes: [String: String]

    /// What of the policies that are there differs from those of the template.
    func warnings(_ keys: KeyPlan) throws(PresentationError) -> [String] { try assignment(keys).warnings }

    /// Gives the keys that have no policy theirs; what of the others differs.
    func assign(to keys: KeyPlan) throws(PresentationError) -> [String] {
        let assignment = try assignment(keys)
        for (terms, keyIDs) in assignment.wanted {
            _ = try storeCalls { () throws(KeyStoreError) in
                // Another run may have been faster.
                try store.changePolicy(of: keyIDs) { $0 == KeyPolicyTerms() ? terms : $0 }
            }
        }
        return assignment.warnings
    }

    private func assignment(
        _ keys: KeyPlan
    ) throws(PresentationError) -> (wanted: [(KeyPolicyTerms, [UUID])], warnings: [String]) {
        var wanted: [KeyPolicyTerms: [UUID]] = [:]
        var order: [KeyPolicyTerms] = []
        var warnings: [String] = []
        for key in keys.ordered {
            let terms = terms(classes[key.slot.track] ?? key.slot.track)
            guard let record = key.record, terms != KeyPolicyTerms() else { continue }
            let policy = try storeCalls { () throws(KeyStoreError) in try store.policy(of: record.keyID) }
            if let policy {
                guard policy.terms != terms else { continue }
                warnings.append(
                    "the policy of the key of \(record.identity) is not that of the template, and stays as it is "
                        + "(keys policy changes it)"
                )
            } else {
                if wanted[terms] == nil { order.append(terms) }
                wanted[terms, default: []].append(record.keyID)
            }
        }
        return (order.map { ($0, wanted[$0] ?? []) }, warnings)
    }
}
