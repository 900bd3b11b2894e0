internal import KeyStore

/// The words of policies, in the order in which they demand more.
enum PolicyWords {
    /// Least HDCP level; the numbers of FairPlay's SDK are -1, 0 and 1.
    static let hdcp = ["none", "type-0", "type-1"]
    /// Least security level of the client.
    static let securityLevels = ["audio", "baseline", "main"]
    /// Class of the content.
    static let contentTypes = TrackClass.allCases.map(\.rawValue)
}
