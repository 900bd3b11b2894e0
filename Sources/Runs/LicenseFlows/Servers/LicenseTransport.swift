import LoopbackServers

/// The way of an app to its servers.
package protocol LicenseTransport: Sendable {
    /// Sends a request, and waits for the answer.
    ///
    /// - Parameter request: the request.
    /// - Returns: the answer, of any status.
    /// - Throws: `LicenseTransportError` where none comes.
    func perform(_ request: AppRequest) throws(LicenseTransportError) -> LicenseResponse
}

/// An answer over HTTP.
package struct LicenseResponse: Sendable {
    /// The HTTP status.
    package var status: Int
    /// The body.
    package var body: [UInt8]

    /// An answer from its parts.
    package init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

extension LicenseResponse {
    /// An answer that goes over no network.
    init(_ response: borrowing LoopbackResponse) {
        self.init(status: response.status, body: response.bodyBytes)
    }
}

/// A server that cannot be asked.
package struct LicenseTransportError: Error, Sendable {
    /// Why, for people.
    package let reason: String

    /// An error with its reason.
    package init(_ reason: String) { self.reason = reason }
}
