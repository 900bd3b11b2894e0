package import ProtectionTerms

/// A reason for which FairPlay's server SDK refuses what is demanded for a key, by its default business rules.
package struct FairPlayRefusal: Error, Hashable, Sendable {
    /// What was found, and what is expected.
    package let reason: String
    /// What to do, without a full stop.
    package let remedy: String

    init(_ reason: String, remedy: String) {
        self.reason = reason
        self.remedy = remedy
    }

    /// The refusal of terms for keys of a track; nil if the SDK takes them.
    package init?(of terms: KeyPolicyTerms, track: String) {
        do throws(FairPlayRefusal) {
            _ = try FairPlayAssetInfo(terms, track: track)
            return nil
        } catch {
            self = error
        }
    }
}
