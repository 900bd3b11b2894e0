/// The answer of a customer's server to an entitlement request (ExpressPlay, SEES public API): a JSON object.
package struct EntitlementAnswer: Hashable, Codable, Sendable {
    /// The id of the request.
    package var messageID: String
    /// The version of the message, at most that of the request.
    package var version: Int
    /// Says if the title may be played.
    package var isAllowed: Bool
    /// The URL at which licenses are asked for; nil where nothing is allowed.
    package var epTokenURL: String?
    /// An error number of the server; nil where there is none.
    package var error: Int?
    /// Words to it.
    package var errorText: String?

    /// An answer from its parts.
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
    /// - Parameter body: JSON; `error` may be a number or its digits.
    /// - Throws: `EntitlementMessageError` for what is no such answer.
    package init(reading body: [UInt8]) throws(EntitlementMessageError) {
        let members = try JSONMembers(of: body, "entitlement answer")
        messageID = try members.text("messageID")
        version = try members.integer("version")
        isAllowed = try members.boolean("isAllowed")
        epTokenURL = try members.optionalText("epTokenURL")
        error = members.number("error")
        errorText = try members.optionalText("errorText")
    }

    /// The body of the answer.
    package var body: [UInt8] { JSONMembers.body(of: self) }

    /// Compares the answer with its request, as a client has to.
    ///
    /// - Parameter request: the request.
    /// - Returns: why a client goes no further; nil where it has a token URL.
    package func fault(for request: EntitlementRequest) -> EntitlementFault? {
        if messageID != request.messageID { return .otherMessageID }
        if version < 1 || version > request.version { return .version(version, asked: request.version) }
        if !isAllowed { return .denied(error: error, text: errorText) }
        guard let epTokenURL, !epTokenURL.isEmpty else { return .noTokenURL }
        return TokenURL.fault(of: epTokenURL).map { .tokenURL($0) }
    }
}

/// What a client finds wrong with an answer to its entitlement request.
package enum EntitlementFault: Hashable, Sendable {
    /// It has the id of another message: the client takes it for denied.
    case otherMessageID
    /// It is of a newer version than was asked for, or of none.
    case version(Int, asked: Int)
    /// The title may not be played.
    case denied(error: Int?, text: String?)
    /// It may be played, and there is no URL for it.
    case noTokenURL
    /// The URL is none that an app can ask.
    case tokenURL(TokenURL.Fault)
}
