/// The way of a client to a license server.
package protocol LicenseTransport: Sendable {
    /// The certificate that the server gives to clients; nil if it has no address for that.
    func certificate() throws(LicenseTransportError) -> LicenseResponse?

    /// Posts a request.
    func post(_ body: [UInt8], _ form: LicenseRequestForm) throws(LicenseTransportError) -> LicenseResponse
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

/// A server that cannot be asked.
package struct LicenseTransportError: Error, Sendable {
    /// Why, for people.
    package let reason: String

    /// An error with its reason.
    package init(_ reason: String) { self.reason = reason }
}
