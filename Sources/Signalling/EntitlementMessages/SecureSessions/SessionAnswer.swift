/// An answer of NAGRA's session manager (SSM v1) to a set-up or a heartbeat.
package struct SessionAnswer: Hashable, Codable, Sendable {
    /// The token of the session, a new one each time.
    package let sessionToken: String
    /// The seconds between two heartbeats; of a set-up alone.
    package let heartbeat: Int?

    /// An answer from its parts.
    package init(sessionToken: String, heartbeat: Int? = nil) {
        self.sessionToken = sessionToken
        self.heartbeat = heartbeat
    }

    /// Reads the answer to a set-up, which says the interval.
    ///
    /// - Parameter body: JSON.
    /// - Throws: `EntitlementMessageError` for what a client takes for an error: no token, or no interval above 0.
    package init(readingSetUp body: [UInt8]) throws(EntitlementMessageError) {
        let members = try JSONMembers(of: body, "answer to a session set-up")
        sessionToken = try Self.token(members)
        let seconds = try members.integer("heartbeat")
        guard seconds > 0 else { throw members.error("heartbeat is \(seconds), expected seconds above 0") }
        heartbeat = seconds
    }

    /// Reads the answer to a heartbeat.
    ///
    /// - Parameter body: JSON.
    /// - Throws: `EntitlementMessageError` where there is no token.
    package init(readingHeartbeat body: [UInt8]) throws(EntitlementMessageError) {
        sessionToken = try Self.token(JSONMembers(of: body, "answer to a heartbeat"))
        heartbeat = nil
    }

    private static func token(_ members: JSONMembers) throws(EntitlementMessageError) -> String {
        let token = try members.text("sessionToken")
        guard !token.isEmpty else { throw members.error("sessionToken is empty") }
        return token
    }

    /// The body of the answer.
    package var body: [UInt8] { JSONMembers.body(of: self) }
}
