/// A kind of policy term that a license server can be asked to enforce, with its option name as the raw
/// value.
package enum KeyPolicyTerm: String, CaseIterable, Sendable {
    case hdcp
    case securityLevel = "security-level"
    case contentType = "content-type"
    case lease, rental, playback
    case offlineStreamID = "offline-stream-id"
    case offlineTitleID = "offline-title-id"

    /// The key of the term in template files.
    package var templateKey: String { String(rawValue.map { $0 == "-" ? "_" : $0 }) }

    /// The allowed values, from least to most demanding, or nil if the values of the term are not from a
    /// list.
    package var allowedValues: [String]? {
        switch self {
        case .hdcp: HDCPLevel.names
        case .securityLevel: SecurityLevel.names
        case .contentType: TrackClass.names
        case .lease, .rental, .playback, .offlineStreamID, .offlineTitleID: nil
        }
    }
}

/// Minimum HDCP levels, from least to most demanding.
///
/// The raw values are those of `HDCP-LEVEL` (RFC 8216bis 4.4.6.2). In FairPlay's SDK their numbers are -1, 0
/// and 1.
package enum HDCPLevel: String, CaseIterable, Sendable {
    /// The output needs no protection.
    case unprotected = "NONE"
    /// The output needs HDCP type 0.
    case type0 = "TYPE-0"
    /// The output needs HDCP type 1.
    case type1 = "TYPE-1"

    /// The name of the level on command lines, in templates and in key records.
    package var name: String { rawValue.lowercased() }

    /// The names of all levels, from least to most demanding.
    package static var names: [String] { allCases.map(\.name) }

    /// Creates the level with this ``name``, or nil if there is none.
    package init?(name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }
}

/// Minimum security levels of a client, from least to most demanding.
package enum SecurityLevel: String, CaseIterable, Sendable {
    case audio, baseline, main

    /// The names of all levels, from least to most demanding.
    package static var names: [String] { allCases.map(\.rawValue) }
}
