/// An HTTP request from an app, its backend or its device before or for a license.
package struct AppRequest: Sendable {
    /// The purpose of a request.
    enum Purpose: Hashable, Sendable {
        /// Gets the certificate that SPCs are encrypted to.
        case certificate
        /// Asks an entitlement server for the right to play, before the license.
        case entitlement
        /// Asks the token service for a token of a key, on behalf of the customer's server.
        case token
        /// Posts an SPC to get a CKC.
        case license
        /// Sets up, keeps alive or ends a session.
        case sessionSetUp, heartbeat, sessionTearDown
    }

    /// A header field.
    package struct Header: Hashable, Sendable {
        /// The field name.
        let name: String
        /// The field value, which may be a token.
        let value: String

        /// Creates a field from its parts.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The purpose.
    var purpose: Purpose
    /// The URL.
    var url: String
    /// The header fields.
    var headers: [Header] = []
    /// The body to post, or nil for a GET request.
    var body: [UInt8]?

    /// Creates a request from its parts.
    init(_ purpose: Purpose, _ url: String, headers: [Header] = [], body: [UInt8]? = nil) {
        self.purpose = purpose
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Creates a request that posts a body of a media type.
    init(_ purpose: Purpose, _ url: String, posting body: [UInt8], as contentType: String) {
        self.init(purpose, url, headers: [Header(name: "Content-Type", value: contentType)], body: body)
    }
}
