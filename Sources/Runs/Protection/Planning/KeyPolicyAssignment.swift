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
    /// The classes of the renditions that have keys of their own, by rendition name.
    let classes: [String: String]

    /// The steps to take about the policies of the keys of a plan.
    struct Assignment {
        /// The terms for keys that have no policy, in the order of their slots.
        var terms: [(keyID: UUID, terms: KeyPolicyTerms)] = []
        /// A warning for each existing policy that differs from the template's.
        var warnings: [String] = []
    }

    /// Returns what to do about the policies of keys, given what is stored about them.
    func assignment(to keys: KeyPlan, among stored: StoredKeys) -> Assignment {
        var assignment = Assignment()
        for key in keys.ordered {
            let terms = terms(classes[key.slot.track] ?? key.slot.track)
            guard key.status != .proposed, terms != KeyPolicyTerms() else { continue }
            if let policy = stored.key(key.record.keyID)?.policy {
                guard policy.terms != terms else { continue }
                assignment.warnings.append(
                    "the policy of the key of \(key.record.identity) is not that of the template, and stays unchanged "
                        + "(the command keys policy changes it)"
                )
            } else {
                assignment.terms.append((key.record.keyID, terms))
            }
        }
        return assignment
    }
}
