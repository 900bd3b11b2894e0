/// The answer of a customer's server to an entitlement request (ExpressPlay, SEES public API): a JSON object.
package struct EntitlementAnswer: Hashable, Codable, Sendable {
    /// The id of the request.
    package var messageID: String
    /// The version of the message, at most that of the request.
    package var version: Int
    /// Indicates whether the title may be played.
    package var isAllowed: Bool
    /// The URL to request licenses from, or nil if playback is not allowed.
    package var epTokenURL: String?
    /// The server's error number, or nil if there is none.
    package var error: Int?
    /// The server's error message, or nil if there is none.
    package var errorText: String?

    /// Creates an answer, which allows playback if there is a token URL.
    package init(
        to request: EntitlementRequest,
        tokenURL: String?,
        error: Int? = nil,
        errorText: String? = nil
    ) {
        messageID = request.messageID
        version = min(request.version, EntitlementRequest.version)
        isAllowed = tokenURL != nil
        epTokenURL = tokenURL
        self.error = error
        self.errorText = errorText
    }

    /// Reads the body of an answer.
    ///
    /// - Parameter body: a JSON object; `error` may be a number or a string of its digits.
    /// - Throws: `EntitlementMessageError` if the body is not an entitlement answer.
    package init(reading body: [UInt8]) throws(EntitlementMessageError) {
        let members = try JSONMembers(of: body, "entitlement answer")
        messageID = try members.text("messageID")
        version = try members.integer("version")
        isAllowed = try members.boolean("isAllowed")
        epTokenURL = try members.optionalText("epTokenURL")
        error = members.number("error")
        errorText = try members.optionalText("errorText")
    }

    /// The body of the answer, a JSON object.
    package var body: [UInt8] { JSONMembers.encode(self) }

    /// Compares the answer with its request, as a client must.
    ///
    /// - Parameter request: the request.
    /// - Returns: the reason why the client stops, or nil if the answer has a usable token URL.
    package func refusalReason(for request: EntitlementRequest) -> EntitlementFault? {
        if messageID != request.messageID { return .wrongMessageID }
        if version < 1 || version > request.version { return .version(version, requested: request.version) }
        if !isAllowed { return .denied(error: error, text: errorText) }
        guard let epTokenURL, !epTokenURL.isEmpty else { return .noTokenURL }
        return TokenURL.fault(of: epTokenURL).map { .tokenURL($0) }
    }
}

/// The reason why a client does not use an answer to its entitlement request.
package enum EntitlementFault: Hashable, Sendable {
    /// The answer has the id of another message; the client treats it as denied.
    case wrongMessageID
    /// The version is newer than that of the request, or below 1.
    case version(Int, requested: Int)
    /// The server does not allow playback of the title.
    case denied(error: Int?, text: String?)
    /// The server allows playback, but gives no token URL.
    case noTokenURL
    /// The token URL is not one that an app can request.
    case tokenURL(TokenURL.Fault)
}
