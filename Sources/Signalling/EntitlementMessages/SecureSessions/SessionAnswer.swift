/// An answer by NAGRA's session manager (SSM v1) to a setup request or a heartbeat.
package struct SessionAnswer: Hashable, Codable, Sendable {
    /// The token of the session, which every answer renews.
    package let sessionToken: String
    /// The interval between heartbeats, in seconds, or nil in an answer to a heartbeat.
    package let heartbeat: Int?

    /// Creates an answer from its parts.
    package init(sessionToken: String, heartbeat: Int? = nil) {
        self.sessionToken = sessionToken
        self.heartbeat = heartbeat
    }

    /// Reads the answer to a setup request, which states the heartbeat interval.
    ///
    /// - Parameter body: a JSON object.
    /// - Throws: `EntitlementMessageError` if there is no token or no interval above 0, which clients treat
    ///   as errors.
    package init(readingSetUp body: [UInt8]) throws(EntitlementMessageError) {
        let members = try JSONMembers(of: body, "answer to a session set-up")
        sessionToken = try Self.token(members)
        let seconds = try members.integer("heartbeat")
        guard seconds > 0 else {
            throw members.error("heartbeat is \(seconds), expected a number of seconds above 0")
        }
        heartbeat = seconds
    }

    /// Reads the answer to a heartbeat.
    ///
    /// - Parameter body: a JSON object.
    /// - Throws: `EntitlementMessageError` if there is no token.
    package init(readingHeartbeat body: [UInt8]) throws(EntitlementMessageError) {
        sessionToken = try Self.token(JSONMembers(of: body, "answer to a heartbeat"))
        heartbeat = nil
    }

    private static func token(_ members: JSONMembers) throws(EntitlementMessageError) -> String {
        let token = try members.text("sessionToken")
        guard !token.isEmpty else { throw members.error("sessionToken is empty") }
        return token
    }

    /// The body of the answer, a JSON object.
    package var body: [UInt8] { JSONMembers.encode(self) }
}
