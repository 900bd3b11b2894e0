import Ciphers

/// A license from NAGRA's license server: the JSON object `{CkcMessage, sessionToken?}`.
package struct LicenseServiceAnswer: Hashable, Sendable {
    /// The CKC, decoded from base64.
    package let ckc: [UInt8]
    /// The token of the license's session if the server enforces sessions, or nil if heartbeats maintain
    /// them.
    package let sessionToken: String?

    /// Creates an answer from its parts.
    package init(ckc: [UInt8], sessionToken: String? = nil) {
        self.ckc = ckc
        self.sessionToken = sessionToken
    }

    /// Reads the body of an answer.
    ///
    /// - Parameter body: a JSON object.
    /// - Throws: `EntitlementMessageError` if the object has no CKC in base64.
    package init(reading body: [UInt8]) throws(EntitlementMessageError) {
        let members = try JSONMembers(of: body, "license answer")
        guard let ckc = Base64.decode(try members.text("CkcMessage")) else {
            throw members.error("CkcMessage is not base64")
        }
        self.ckc = ckc
        let token = try members.optionalText("sessionToken")
        guard token?.isEmpty != true else { throw members.error("sessionToken is empty") }
        sessionToken = token
    }

    /// The body of the answer, a JSON object.
    package var body: [UInt8] {
        var members = ["CkcMessage": Base64.encode(ckc)]
        members["sessionToken"] = sessionToken
        return JSONMembers.encode(members)
    }
}
