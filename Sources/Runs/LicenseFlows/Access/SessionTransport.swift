import EntitlementMessages
import Synchronization

/// A license transport that reports session tokens in license answers.
struct SessionTransport: LicenseTransport {
    let transport: any LicenseTransport
    let onToken: @Sendable (String) -> Void

    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse {
        let response = try transport.perform(request)
        if request.purpose == .license, response.status == 200,
            let token = (try? LicenseServiceAnswer(reading: response.body))?.sessionToken
        {
            onToken(token)
        }
        return response
    }
}

/// The session of an app, shared by several requests.
final class SharedSession: Sendable {
    private let session = Mutex<AppSession?>(nil)

    /// Calls a closure with exclusive access to the session, which is nil for none.
    func withLock<Result: Sendable>(_ body: (inout sending AppSession?) -> sending Result) -> Result {
        session.withLock(body)
    }
}
