import TextFormats

/// What a policy demands; a new set of terms is a new version.
package struct KeyPolicyTerms: Hashable, Sendable {
    /// Least HDCP level (the word of an `HDCPLevel`).
    package var hdcp: String?
    /// Least security level of the client (`SecurityLevel`).
    package var securityLevel: String?
    /// Class of the content (`TrackClass`).
    package var contentType: String?
    /// How long a lease lasts, in seconds.
    package var leaseSeconds: Int?
    /// How long a rental lasts, in seconds.
    package var rentalSeconds: Int?
    /// How long playback may go on once started, in seconds.
    package var playbackSeconds: Int?
    /// FairPlay's id of an offline stream, 1 to 16 bytes in hexadecimal digits.
    package var offlineStreamID: String?
    /// FairPlay's id of an offline title, 1 to 16 bytes in hexadecimal digits.
    package var offlineTitleID: String?

    /// Terms that demand nothing.
    package init() {}

    /// Durations in seconds: key servers keep them in 32 bits.
    package static let seconds = 0...Int(UInt32.max)

    /// Whether nothing is demanded.
    package var isEmpty: Bool { self == KeyPolicyTerms() }

    /// These terms without one.
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
        let all: [(KeyPolicyTerm, String?)] = [
            (.hdcp, hdcp), (.securityLevel, securityLevel), (.contentType, contentType),
            (.lease, leaseSeconds.map { "\($0)s" }), (.rental, rentalSeconds.map { "\($0)s" }),
            (.playback, playbackSeconds.map { "\($0)s" }),
            (.offlineStreamID, offlineStreamID), (.offlineTitleID, offlineTitleID),
        ]
        return all.compactMap { term, value in value.map { (term, $0) } }
    }

    /// These terms with the given ones in their place; those that are not given stay.
    package func replacing(with given: KeyPolicyTerms) -> KeyPolicyTerms {
        var terms = self
        terms.hdcp = given.hdcp ?? hdcp
        terms.securityLevel = given.securityLevel ?? securityLevel
        terms.contentType = given.contentType ?? contentType
        terms.leaseSeconds = given.leaseSeconds ?? leaseSeconds
        terms.rentalSeconds = given.rentalSeconds ?? rentalSeconds
        terms.playbackSeconds = given.playbackSeconds ?? playbackSeconds
        terms.offlineStreamID = given.offlineStreamID ?? offlineStreamID
        terms.offlineTitleID = given.offlineTitleID ?? offlineTitleID
        return terms
    }

    /// What ``isOfflineID(_:)`` takes, for messages.
    package static let offlineIDForm = "2 to 32 hexadecimal digits, two a byte"

    /// Whether a text is an id of FairPlay for offline playback: CKCs have 16 bytes for each of the two.
    package static func isOfflineID(_ text: String) -> Bool {
        let digits = text.utf8
        return (2...32).contains(digits.count) && digits.count.isMultiple(of: 2)
            && digits.allSatisfy { $0.hexDigitValue != nil }
    }
}
