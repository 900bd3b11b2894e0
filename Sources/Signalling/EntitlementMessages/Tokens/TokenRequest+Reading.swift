import Ciphers
package import FoundationEssentials
import TextFormats
import WipedMemory

extension TokenRequest {
    /// Reads the parameters of a request and checks them as the service does.
    ///
    /// - Parameters:
    ///   - form: a URL query or a form body, percent-encoded.
    ///   - now: the time of the request, from which the token's lifetime counts.
    ///   - isAuthentic: returns whether an authenticator belongs to a customer.
    /// - Throws: `TokenRefusal` with the published number of the first fault.
    package init(
        reading form: [UInt8],
        at now: Date,
        isAuthentic: (String) -> Bool
    ) throws(TokenRefusal) {
        let parameters = try FormParameters(form)
        guard let authenticator = parameters.text("customerAuthenticator"), !authenticator.isEmpty else {
            throw TokenRefusal(.noAuthenticator, "customerAuthenticator is missing")
        }
        guard isAuthentic(authenticator) else {
            throw TokenRefusal(.authenticator, "customerAuthenticator is unknown")
        }
        if let format = parameters.text("errorFormat"), format != "html", format != "json" {
            throw TokenRefusal(.errorFormat, "errorFormat is neither html nor json")
        }
        if let flags = parameters.text("generalFlags"), flags != "0000" {
            throw TokenRefusal(.generalFlags, "generalFlags is not 0000")
        }
        if let text = parameters.text("fpExtension") { try Self.checkExtension(text) }
        if parameters.text("kek") != nil || parameters.text("ek") != nil {
            throw TokenRefusal(
                .keyStorage,
                "kek and ek are for a key storage, which this service does not have"
            )
        }
        if let kid = parameters.text("kid") { try Self.checkKeyID(kid) }
        var digits = parameters["contentKey"] ?? []
        defer { secureErase(&digits) }
        guard digits.count == 32 else {
            throw TokenRefusal(
                .contentKeyDigits,
                "contentKey has \(CountText.text(digits.count, "byte")), expected 32 hexadecimal digits"
            )
        }
        guard var bytes = Hexadecimal.decode(ascii: digits.span), let key = try? ContentKey(copying: bytes)
        else {
            throw TokenRefusal(.contentKey, "contentKey does not consist of hex digits")
        }
        secureErase(&bytes)
        guard let text = parameters.text("iv"), text.utf8.count == 32, let ivBytes = Hexadecimal.decode(text),
            let iv = try? InitializationVector(bytes: ivBytes)
        else { throw TokenRefusal(.iv, "iv does not consist of 32 hex digits") }
        let rentalText = parameters.text("rentalDuration") ?? "0"
        guard let seconds = Int(rentalText), rentalText.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw TokenRefusal(.rentalDuration, "rentalDuration is not a number of seconds")
        }
        try self.init(
            key: key,
            iv: iv,
            rentalSeconds: seconds,
            expiration: try Self.expiration(parameters.text("expirationTime"), at: now),
            cookie: parameters.text("cookie")
        )
    }

    /// Throws unless the value has the form `wudo,` and base64.
    private static func checkExtension(_ text: String) throws(TokenRefusal) {
        guard let comma = text.firstIndex(of: ",") else {
            throw TokenRefusal(.fairPlayExtension, "fpExtension has no comma, expected wudo,BASE64")
        }
        guard text[..<comma] == "wudo" else {
            throw TokenRefusal(.extensionType, "fpExtension is not of the type wudo")
        }
        guard Base64.decode(text[text.index(after: comma)...]) != nil else {
            throw TokenRefusal(.extensionPayload, "fpExtension has no base64 after its comma")
        }
    }

    private static func checkKeyID(_ text: String) throws(TokenRefusal) {
        if text.hasPrefix("^") {
            guard (2...65).contains(text.count) else {
                throw TokenRefusal(
                    .keyIDText,
                    "kid has \(text.count - 1) characters after ^, expected 1 to 64"
                )
            }
        } else if text.utf8.count != 32 || Hexadecimal.decode(text) == nil {
            throw TokenRefusal(.keyIDDigits, "kid is neither 32 hex digits nor ^ followed by text")
        }
    }

    /// Parses an ISO 8601 time strictly.
    ///
    /// Foundation accepts invalid days and hours, such as February 30, and carries them over.
    private static func time(_ text: String) -> Date? {
        guard let date = try? Date(text, strategy: .iso8601), date.ISO8601Format() == text else { return nil }
        return date
    }

    /// Parses the time at which the token expires: RFC 3339 in UTC, or a plus sign and a number of seconds
    /// from `now`.
    private static func expiration(_ text: String?, at now: Date) throws(TokenRefusal) -> Date? {
        guard let text else { return nil }
        let date: Date?
        if text.hasPrefix("+") {
            date = Int(text.dropFirst()).map { now.addingTimeInterval(Double($0)) }
        } else {
            date = time(text)
        }
        guard let date else {
            throw TokenRefusal(
                .expirationTime,
                "expirationTime is neither a time such as 2030-01-31T00:00:00Z nor + and seconds (%2B in a form)"
            )
        }
        let lifetime = date.timeIntervalSince(now)
        guard lifetime > 0 else { throw TokenRefusal(.expirationTime, "expirationTime is in the past") }
        guard lifetime <= Double(maximumLifetime) else {
            throw TokenRefusal(.expirationTime, "expirationTime is more than 30 days from now")
        }
        return date
    }
}

/// The decoded parameters of a form; the first of several with the same name counts.
private struct FormParameters {
    private var values: [String: [UInt8]] = [:]

    init(_ form: [UInt8]) throws(TokenRefusal) {
        for pair in form.split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            let value = pair.dropFirst(name.count + 1).map {
                $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0
            }
            guard let name = PercentEncoding.decode(name), let value = PercentEncoding.decodeBytes(value)
            else {
                throw TokenRefusal(.noValue, "a parameter has no readable value (malformed percent-encoding)")
            }
            if values[name] == nil { values[name] = value }
        }
    }

    subscript(name: String) -> [UInt8]? { values[name] }

    func text(_ name: String) -> String? {
        values[name].flatMap { String(validating: $0, as: UTF8.self) }
    }
}
