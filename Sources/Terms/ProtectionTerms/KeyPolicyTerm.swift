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

/// Least HDCP levels, in the order in which they demand more; the raw values are those of `HDCP-LEVEL` (RFC 8216bis
/// 4.4.6.2), the numbers of FairPlay's SDK are -1, 0 and 1.
package enum HDCPLevel: String, CaseIterable, Sendable {
    /// No protection of the output is needed.
    case unprotected = "NONE"
    /// HDCP of type 0 is needed.
    case type0 = "TYPE-0"
    /// HDCP of type 1 is needed.
    case type1 = "TYPE-1"

    /// The word on command lines, in templates and in key records.
    package var word: String { rawValue.lowercased() }

    /// The words.
    package static var words: [String] { allCases.map(\.word) }

    /// The level of a ``word``; nil for another.
    package init?(word: String) {
        guard let level = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = level
    }
}

/// Least security levels of a client, in the order in which they demand more.
package enum SecurityLevel: String, CaseIterable, Sendable {
    case audio, baseline, main

    /// The words.
    package static var words: [String] { allCases.map(\.rawValue) }
}
