package import Ciphers
package import FoundationEssentials
import ProtectionTerms
import TextFormats
package import WipedMemory

/// A request for a token that is valid for licenses of one key (ExpressPlay, FairPlay license token request).
///
/// It consists of URL query or form parameters, whose names are case-sensitive.
package struct TokenRequest: Sendable {
    /// The path of the token service.
    package static let path = "/hms/fp/token"
    /// The longest and default lifetime of a token, in seconds: 30 days.
    package static let maximumLifetime = 30 * 86_400
    /// The greatest length of a cookie, in characters.
    package static let cookieLimit = EntitlementRequest.cookieLimit

    /// The content key, 16 bytes.
    package let key: ContentKey
    /// The IV of the content.
    package let iv: InitializationVector
    /// The time for which an issued license is valid, in seconds, or 0 for no limit.
    package let rentalSeconds: Int
    /// The time at which the token expires, or nil if it expires ``maximumLifetime`` seconds after the
    /// request.
    package let expiration: Date?
    /// A value that the license server logs, or nil for none.
    package let cookie: String?

    /// Creates a request for a key.
    ///
    /// - Parameters:
    ///   - key: the content key, which must have 16 bytes.
    ///   - iv: the IV of the content.
    ///   - rentalSeconds: the time for which an issued license is valid, in seconds, or 0 for no limit.
    ///   - expiration: the time at which the token expires, or nil for the default.
    ///   - cookie: a value that the license server logs, or nil.
    /// - Throws: `TokenRefusal` for values that the service refuses.
    package init(
        key: ContentKey,
        iv: InitializationVector,
        rentalSeconds: Int = 0,
        expiration: Date? = nil,
        cookie: String? = nil
    ) throws(TokenRefusal) {
        guard key.length == .bits128 else {
            throw TokenRefusal(
                .contentKeyDigits,
                "contentKey has \(2 * key.length.byteCount) hexadecimal digits, expected 32"
            )
        }
        guard (0...Int(UInt32.max)).contains(rentalSeconds) else {
            throw TokenRefusal(
                .rentalDuration,
                "rentalDuration is \(rentalSeconds), expected 0 to \(UInt32.max) seconds"
            )
        }
        if let count = cookie?.count, count > Self.cookieLimit {
            throw TokenRefusal(
                .cookie,
                "cookie has \(count) characters, expected at most \(Self.cookieLimit)"
            )
        }
        self.key = key
        self.iv = iv
        self.rentalSeconds = rentalSeconds
        self.expiration = expiration
        self.cookie = cookie
    }

    /// Returns the body of the request (`application/x-www-form-urlencoded`), which contains the key.
    ///
    /// - Parameters:
    ///   - authenticator: the customer's authenticator.
    ///   - lifetime: the lifetime of the token in seconds, or nil for the service's default.
    /// - Returns: the form parameters, percent-encoded.
    package func form(authenticator: borrowing SecretBytes, lifetime: Int? = nil) -> SecretBytes {
        let prefix = Array("customerAuthenticator=".utf8)
        let escaped = authenticator.withSpan { span in
            Array(PercentEncoding.encode(span.indices.map { span[$0] }).utf8)
        }
        var text = prefix + escaped + Array("&contentKey=".utf8)
        text.reserveCapacity(text.count + 512)
        key.withSpan { bytes in
            for index in bytes.indices {
                let digits = Hexadecimal.digits(of: bytes[index])
                text += [digits.high, digits.low]
            }
        }
        text += Array("&iv=\(iv.hexadecimal)&rentalDuration=\(rentalSeconds)&errorFormat=json".utf8)
        if let lifetime { text += Array("&expirationTime=%2B\(lifetime)".utf8) }
        if let cookie { text += Array("&cookie=\(PercentEncoding.encode(cookie))".utf8) }
        defer { secureErase(&text) }
        return SecretBytes(copying: text.span)
    }
}
