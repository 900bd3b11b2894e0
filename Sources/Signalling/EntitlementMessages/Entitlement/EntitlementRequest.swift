package import FoundationEssentials
import TextFormats

/// A request for an entitlement, which an app or a token service sends to the customer's server (ExpressPlay,
/// SEES public API).
///
/// It is a JSON object.
package struct EntitlementRequest: Hashable, Codable, Sendable {
    /// The kind of entitlement.
    package enum Kind: Int, CaseIterable, Codable, Sendable {
        /// A token for licenses, which is valid for a limited time.
        case time = 1
        /// The registration of a device, which precedes a token that is bound to it.
        case deviceRegistration = 2
        /// A token that is bound to the registered device.
        case deviceBound = 3
    }

    /// The version that is written, and the newest that is supported.
    static let version = 1
    /// The greatest length of a cookie, in characters.
    static let cookieLimit = 32

    /// The id of the message, a GUID, which the answer must repeat.
    package let messageID: String
    /// The version of the message.
    package let version: Int
    /// The id of the title, by which the server finds the key and IV.
    package let contentID: String
    /// The kind of the request.
    package let requestType: Kind
    /// A value that the app chooses, at most ``cookieLimit`` characters, or nil if it sends none.
    package let customerCookie: String?

    /// Creates a request for a title.
    ///
    /// - Parameters:
    ///   - contentID: the id of the title.
    ///   - kind: the kind of entitlement.
    ///   - cookie: a value that the app chooses, or nil.
    ///   - messageID: the id of the message; by default a random UUID.
    package init(contentID: String, _ kind: Kind = .time, cookie: String? = nil, messageID: UUID = UUID()) {
        self.messageID = messageID.uuidString.lowercased()
        version = Self.version
        self.contentID = contentID
        requestType = kind
        customerCookie = cookie
    }

    /// Reads the body of a request.
    ///
    /// - Parameter body: a JSON object.
    /// - Throws: `EntitlementMessageError` if the body is not an entitlement request.
    package init(reading body: [UInt8]) throws(EntitlementMessageError) {
        let members = try JSONMembers(of: body, "entitlement request")
        messageID = try members.text("messageID")
        version = try members.integer("version")
        contentID = try members.text("contentID")
        let number = try members.integer("requestType")
        customerCookie = try members.optionalText("customerCookie")
        guard UUID(uuidString: messageID) != nil else {
            throw members.error("messageID is not a GUID (\(CountText.text(messageID.utf8.count, "byte")))")
        }
        guard version >= 1 else { throw members.error("version is \(version), expected 1") }
        guard let kind = Kind(rawValue: number) else {
            throw members.error("requestType is \(number), expected 1, 2 or 3")
        }
        guard !contentID.isEmpty else { throw members.error("contentID is empty") }
        if let count = customerCookie?.count, count > Self.cookieLimit {
            throw members.error(
                "customerCookie has \(count) characters, expected at most \(Self.cookieLimit)"
            )
        }
        requestType = kind
    }

    /// The body of the request, a JSON object.
    package var body: [UInt8] { JSONMembers.encode(self) }
}
