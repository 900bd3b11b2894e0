import Ciphers

/// A license of NAGRA's license server: `{CkcMessage, sessionToken?}`.
package struct LicenseServiceAnswer: Hashable, Sendable {
    /// The CKC.
    package let ckc: [UInt8]
    /// The token of the session that the license belongs to, where the server enforces sessions; nil where heartbeats keep them.
    package let sessionToken: String?

    /// A license from its parts.
    package init(ckc: [UInt8], sessionToken: String? = nil) {
        self.ckc = ckc
        self.sessionToken = sessionToken
    }

    /// Reads an answer.
    ///
    /// - Parameter body: JSON.
    /// - Throws: `EntitlementMessageError` where there is no CKC in base64.
    package init(reading body: [UInt8]) throws(EntitlementMessageError) {
        let members = try JSONMembers(of: body, "license answer")
        guard let ckc = Base64.decode(try members.text("CkcMessage")) else {
            throw members.error("CkcMessage is no base64")
        }
        self.ckc = ckc
        let token = try members.optionalText("sessionToken")
        guard token?.isEmpty != true else { throw members.error("sessionToken is empty") }
        sessionToken = token
    }

    /// The body of the answer.
    package var body: [UInt8] {
        var members = ["CkcMessage": Base64.encode(ckc)]
        members["sessionToken"] = sessionToken
        return JSONMembers.body(of: members)
    }
}
