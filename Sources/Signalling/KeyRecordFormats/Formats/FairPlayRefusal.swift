package import ProtectionTerms

/// The reason why FairPlay's server SDK, by its default business rules, refuses the terms of a key.
package struct FairPlayRefusal: Error, Hashable, Sendable {
    /// The values that were found and those that are expected.
    package let reason: String
    /// The advice for the user, without a period.
    package let remedy: String

    init(_ reason: String, remedy: String) {
        self.reason = reason
        self.remedy = remedy
    }

    /// Creates the refusal of terms for keys of a track, or is nil if the SDK accepts them.
    package init?(of terms: KeyPolicyTerms, track: String) {
        do throws(FairPlayRefusal) {
            _ = try FairPlayAssetInfo(terms, track: track)
            return nil
        } catch {
            self = error
        }
    }
}
