import LoopbackServers

/// The transport of requests from an app to its servers.
package protocol LicenseTransport: Sendable {
    /// Sends a request and waits for an answer with any status; throws if there is none.
    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse
}

/// An HTTP answer.
package struct LicenseResponse: Sendable {
    /// The HTTP status.
    var status: Int
    /// The body.
    var body: [UInt8]
}

extension LicenseResponse {
    /// Creates an answer that is passed on without a network.
    init(_ response: borrowing LoopbackResponse) {
        self.init(status: response.status, body: response.bodyBytes)
    }
}

/// A failure to get an answer from a server.
package struct LicenseTransportError: Error, Sendable {
    /// The reason, for messages.
    let reason: String

    /// Creates an error with its reason.
    init(_ reason: String) { self.reason = reason }
}
