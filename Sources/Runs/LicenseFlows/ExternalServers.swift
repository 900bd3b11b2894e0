/// The external servers that a rehearsal asks instead of its stand-ins, with their credentials.
///
/// A real key leaves the machine only for the token service, and only if the user named its host. Without
/// that, a token service on another machine gets a random key.
package struct ExternalServers: Sendable {
    /// The URL of the entitlement server, or nil for the stand-in.
    package var entitlementURL: String?
    /// The URL of the token service, or nil for the stand-in.
    package var tokenURL: String?
    /// The URL of the session manager, or nil for the stand-in.
    package var sessionURL: String?
    /// The header fields with which the app authenticates to the entitlement server.
    package var authorization: [AppRequest.Header] = []
    /// The secret that identifies the customer to the external token service (`customerAuthenticator`).
    package var authenticator: SharedSecret?
    /// The content tokens for NAGRA's external servers, used in order; the last one is reused.
    package var contentTokens: [String] = []
    /// Indicates whether to request licenses from external servers.
    ///
    /// These servers then use the given certificate and ASk, and the stand-in for D.
    package var requestsLicenses = false
    /// Indicates whether to send the keys of the exported file to the token service.
    package var sendsKeys = false

    /// Creates a value without external servers.
    package init() {}
}
