import EntitlementMessages

/// A session of an app with the session manager.
struct AppSession {
    /// A failure of the session manager.
    struct Failure: Error {
        var code: LicenseServiceError.Code?
        let message: String
        let remedy: String
    }

    /// The session token, which the next heartbeat replaces.
    var token: String
    /// The interval between heartbeats, in seconds, or 0 for a session that a license created.
    let heartbeatInterval: Int
}
