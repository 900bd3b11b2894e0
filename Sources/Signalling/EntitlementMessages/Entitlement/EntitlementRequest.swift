package import FoundationEssentials

/// A request for an entitlement, which an app or a token service sends to the customer's server (ExpressPlay, SEES public API): a
/// JSON object.
package struct EntitlementRequest: Hashable, Codable, Sendable {
    /// What is asked for.
    package enum Kind: Int, CaseIterable, Codable, Sendable {
        /// A token that opens licenses for some time.
        case time = 1
        /// The registration of a device, before a token that is bound to it.
        case deviceRegistration = 2
        /// A token for the device that was registered.
        case deviceBound = 3
    }

    /// The version that is written, and the newest that is understood.
    package static let version = 1
    /// The most characters of a cookie.
    package static let cookieLimit = 32

    /// A GUID, which the answer has to repeat.
    package let messageID: String
    /// The version of the message.
    package let version: Int
    /// The title; the server looks key and IV up by it.
    package let contentID: String
    /// The kind of the request.
    package let requestType: Kind
    /// A value of the app's, at most ``cookieLimit`` characters; nil where it sends none.
    package let customerCookie: String?

    /// A request for a title.
    ///
    /// - Parameters:
    ///   - contentID: the title.
    ///   - kind: what is asked for.
    ///   - cookie: a value of the app's.
    ///   - messageID: a GUID; by default a new one.
    package init(contentID: String, _ kind: Kind = .time, cookie: String? = nil, messageID: UUID = UUID()) {
        self.messageID = messageID.uuidString.lowercased()
        version = Self.version
        self.contentID = contentID
        requestType = kind
        customerCookie = cookie
    }

    /// Reads the body of a request.
    ///
    /// - Parameter body: JSON.
    /// - Throws: `EntitlementMessageError` for what is no such request.
    package init(reading body: [UInt8]) throws(EntitlementMessageError) {
        let members = try JSONMembers(of: body, "entitlement request")
        messageID = try members.text("messageID")
        version = try members.integer("version")
        contentID = try members.text("contentID")
        let number = try members.integer("requestType")
        customerCookie = try members.optionalText("customerCookie")
        guard UUID(uuidString: messageID) != nil else {
            throw members.error("messageID is no GUID (\(messageID.utf8.count) bytes)")
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

    /// The body of the request.
    package var body: [UInt8] { JSONMembers.body(of: self) }
}
