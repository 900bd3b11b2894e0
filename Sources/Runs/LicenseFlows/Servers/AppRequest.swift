/// A request that an app, its backend or its device sends over HTTP on the way to a license.
package struct AppRequest: Sendable {
    /// What it is for.
    package enum Purpose: Hashable, Sendable {
        /// The certificate that SPCs are encrypted to.
        case certificate
        /// Says who may play: asked before the license.
        case entitlement
        /// A token of a key, which the customer's server asks for.
        case token
        /// A CKC for an SPC.
        case license
        /// The set-up, a heartbeat and the teardown of a session.
        case sessionSetUp, heartbeat, sessionTearDown
    }

    /// A header field.
    package struct Header: Hashable, Sendable {
        /// Its name.
        package let name: String
        /// Its value, which may be a token.
        package let value: String

        /// A field from its parts.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// What it is for.
    package var purpose: Purpose
    /// The address.
    package var url: String
    /// The header fields.
    package var headers: [Header] = []
    /// What is posted; nil for a request that gets.
    package var body: [UInt8]?

    /// A request from its parts.
    package init(_ purpose: Purpose, _ url: String, headers: [Header] = [], body: [UInt8]? = nil) {
        self.purpose = purpose
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// A request that posts a body of a media type.
    package init(_ purpose: Purpose, _ url: String, posting body: [UInt8], as contentType: String) {
        self.init(purpose, url, headers: [Header(name: "Content-Type", value: contentType)], body: body)
    }
}
