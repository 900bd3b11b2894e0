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
