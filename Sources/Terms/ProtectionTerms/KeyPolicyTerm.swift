/// A kind of term that a key server can be asked to demand; the raw values are the names of options.
package enum KeyPolicyTerm: String, CaseIterable, Sendable {
    case hdcp
    case securityLevel = "security-level"
    case contentType = "content-type"
    case lease, rental, playback
    case offlineStreamID = "offline-stream-id"
    case offlineTitleID = "offline-title-id"

    /// Its key in template files.
    package var templateKey: String { String(rawValue.map { $0 == "-" ? "_" : $0 }) }

    /// The words that it takes, in the order in which they demand more; nil for one that takes others.
    package var words: [String]? {
        switch self {
        case .hdcp: HDCPLevel.words
        case .securityLevel: SecurityLevel.words
        case .contentType: TrackClass.words
        case .lease, .rental, .playback, .offlineStreamID, .offlineTitleID: nil
        }
    }
}

/// Least HDCP levels, in the order in which they demand more; the numbers of FairPlay's SDK are -1, 0 and 1.
package enum HDCPLevel: String, CaseIterable, Sendable {
    case none
    case type0 = "type-0"
    case type1 = "type-1"

    /// The words.
    package static var words: [String] { allCases.map(\.rawValue) }
}

/// Least security levels of a client, in the order in which they demand more.
package enum SecurityLevel: String, CaseIterable, Sendable {
    case audio, baseline, main

    /// The words.
    package static var words: [String] { allCases.map(\.rawValue) }
}
