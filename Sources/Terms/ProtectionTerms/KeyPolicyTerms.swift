import TextFormats

/// The terms of a key's policy; another set of terms is another version of the policy.
package struct KeyPolicyTerms: Hashable, Sendable {
    /// The minimum HDCP level (the word of an `HDCPLevel`).
    package var hdcp: String?
    /// The minimum security level of the client (`SecurityLevel`).
    package var securityLevel: String?
    /// The class of the content (`TrackClass`).
    package var contentType: String?
    /// The duration of a lease, in seconds.
    package var leaseSeconds: Int?
    /// The duration of a rental, in seconds.
    package var rentalSeconds: Int?
    /// The time for which playback may continue once it has started, in seconds.
    package var playbackSeconds: Int?
    /// FairPlay's id of an offline stream, 1 to 16 bytes as hexadecimal digits.
    package var offlineStreamID: String?
    /// FairPlay's id of an offline title, 1 to 16 bytes as hexadecimal digits.
    package var offlineTitleID: String?

    /// Creates terms that demand nothing.
    package init() {}

    /// The range of durations, in seconds: license servers store them in 32 bits.
    package static let secondsRange = 0...Int(UInt32.max)

    /// Indicates whether nothing is demanded.
    package var isEmpty: Bool { self == KeyPolicyTerms() }

    /// Returns these terms without one of them.
    package func without(_ term: KeyPolicyTerm) -> KeyPolicyTerms {
        var terms = self
        switch term {
        case .hdcp: terms.hdcp = nil
        case .securityLevel: terms.securityLevel = nil
        case .contentType: terms.contentType = nil
        case .lease: terms.leaseSeconds = nil
        case .rental: terms.rentalSeconds = nil
        case .playback: terms.playbackSeconds = nil
        case .offlineStreamID: terms.offlineStreamID = nil
        case .offlineTitleID: terms.offlineTitleID = nil
        }
        return terms
    }

    /// The terms that are demanded, with their values, in the order of ``KeyPolicyTerm``.
    package var values: [(term: KeyPolicyTerm, value: String)] {
        let allTerms: [(KeyPolicyTerm, String?)] = [
            (.hdcp, hdcp), (.securityLevel, securityLevel), (.contentType, contentType),
            (.lease, leaseSeconds.map { "\($0)s" }), (.rental, rentalSeconds.map { "\($0)s" }),
            (.playback, playbackSeconds.map { "\($0)s" }),
            (.offlineStreamID, offlineStreamID), (.offlineTitleID, offlineTitleID),
        ]
        return allTerms.compactMap { term, value in value.map { (term, $0) } }
    }

    /// Returns these terms, replaced by those of `overrides` that are not nil.
    package func replacing(with overrides: KeyPolicyTerms) -> KeyPolicyTerms {
        var terms = self
        terms.hdcp = overrides.hdcp ?? hdcp
        terms.securityLevel = overrides.securityLevel ?? securityLevel
        terms.contentType = overrides.contentType ?? contentType
        terms.leaseSeconds = overrides.leaseSeconds ?? leaseSeconds
        terms.rentalSeconds = overrides.rentalSeconds ?? rentalSeconds
        terms.playbackSeconds = overrides.playbackSeconds ?? playbackSeconds
        terms.offlineStreamID = overrides.offlineStreamID ?? offlineStreamID
        terms.offlineTitleID = overrides.offlineTitleID ?? offlineTitleID
        return terms
    }

    /// The form that ``isOfflineID(_:)`` accepts, for messages.
    package static let offlineIDForm = "2 to 32 hexadecimal digits, two a byte"

    /// Indicates whether a text is a FairPlay id for offline playback.
    ///
    /// The limit is that of a CKC, which has 16 bytes for each of the two ids.
    package static func isOfflineID(_ text: String) -> Bool {
        let digits = text.utf8
        return (2...32).contains(digits.count) && digits.count.isMultiple(of: 2)
            && digits.allSatisfy { $0.hexDigitValue != nil }
    }
}
