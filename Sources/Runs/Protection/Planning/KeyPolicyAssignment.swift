import Failures
import FoundationEssentials
import KeyStore
import Presentations
import ProtectionTerms

/// Gives the keys of a run the policy of a template.
///
/// An existing policy stays, because somebody chose it or license servers have it.
struct KeyPolicyAssignment {
    /// The policy terms for the keys of a class, or for `all`.
    let terms: @Sendable (String) -> KeyPolicyTerms
    let store: any KeyRecordStore
    /// The classes of the renditions that have keys of their own, by rendition name.
    let classes: [String: String]

    /// Returns a warning for each existing policy that differs from the template's.
    func warnings(_ keys: KeyPlan) throws(RunFailure) -> [String] { try assignment(keys).warnings }

    /// Gives keys without a policy the template's, and returns warnings about different policies of others.
    func assign(to keys: KeyPlan) throws(RunFailure) -> [String] {
        let assignment = try assignment(keys)
        for (terms, keyIDs) in assignment.wanted {
            // Another run may have set a policy meanwhile.
            _ = try store.changePolicy(of: keyIDs) { $0 == KeyPolicyTerms() ? terms : $0 }
        }
        return assignment.warnings
    }

    private func assignment(
        _ keys: KeyPlan
    ) throws(RunFailure) -> (wanted: [(KeyPolicyTerms, [UUID])], warnings: [String]) {
        var keyIDsByTerms: [KeyPolicyTerms: [UUID]] = [:]
        var orderedTerms: [KeyPolicyTerms] = []
        var warnings: [String] = []
        for key in keys.ordered {
            let terms = terms(classes[key.slot.track] ?? key.slot.track)
            guard key.status != .proposed, terms != KeyPolicyTerms() else { continue }
            let record = key.record
            let policy = try store.policy(of: record.keyID)
            if let policy {
                guard policy.terms != terms else { continue }
                warnings.append(
                    "the policy of the key of \(record.identity) is not that of the template, and stays unchanged "
                        + "(the command keys policy changes it)"
                )
            } else {
                if keyIDsByTerms[terms] == nil { orderedTerms.append(terms) }
                keyIDsByTerms[terms, default: []].append(record.keyID)
            }
        }
        return (orderedTerms.map { ($0, keyIDsByTerms[$0] ?? []) }, warnings)
    }
}
