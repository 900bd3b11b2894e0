package import ProtectionTerms

/// What key servers are to demand for the keys of a title.
package struct RecordPolicy: Hashable, Sendable {
    /// The terms of all keys.
    package internal(set) var common = KeyPolicyTerms()
    /// The terms of the keys of a class, over the common ones.
    package internal(set) var classes: [TrackClass: KeyPolicyTerms] = [:]

    /// Nothing is demanded.
    package init() {}

    /// Whether nothing is demanded of any key.
    package var isEmpty: Bool { common.isEmpty && classes.values.allSatisfy(\.isEmpty) }

    /// The terms of the key of a track (`all`, a class, or a rendition's name).
    package func terms(ofTrack track: String) -> KeyPolicyTerms {
        guard let trackClass = TrackClass(rawValue: track), let terms = classes[trackClass] else {
            return common
        }
        return common.replacing(with: terms)
    }
}
