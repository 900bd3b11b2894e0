import EntitlementMessages

/// A session of an app.
struct AppSession {
    /// A session manager that does not do what it is asked.
    struct Failure: Error {
        var code: LicenseServiceError.Code?
        let message: String
        let remedy: String
    }

    /// Its token, which the next heartbeat replaces.
    var token: String
    /// The seconds between two heartbeats.
    let heartbeat: Int
}
