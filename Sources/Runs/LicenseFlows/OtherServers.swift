/// Servers of others that a rehearsal asks in the place of its own, and what an app or its backend tells them.
///
/// A key leaves the machine only for the token service, and only if its host was named for it; else a key that nobody uses does.
package struct OtherServers: Sendable {
    /// The entitlement server; nil for ours.
    package var entitlementURL: String?
    /// The token service; nil for ours.
    package var tokenURL: String?
    /// The session manager; nil for ours.
    package var sessionURL: String?
    /// The header fields that the app sends to the entitlement server.
    package var authorization: [AppRequest.Header] = []
    /// The customer's authenticator, which the token service of others knows.
    package var authenticator: SharedSecret?
    /// The content tokens that NAGRA's servers of others take, one after the other, the last one again.
    package var contentTokens: [String] = []
    /// Whether licenses are asked of servers of others: they have the certificate and the ASk that are given, and the same D.
    package var giveLicenses = false
    /// Whether the keys of the exported file go to the token service.
    package var sendsKeys = false

    /// No servers of others.
    package init() {}
}
