package import Ciphers
package import FoundationEssentials
import ProtectionTerms
import TextFormats
package import WipedMemory

/// A request for a token that opens licenses of one key (ExpressPlay, FairPlay license token request): parameters of a query or of
/// a form, whose names are case-sensitive.
package struct TokenRequest: Sendable {
    /// The path of the service.
    package static let path = "/hms/fp/token"
    /// The longest life of a token, and that of one that asks for none: 30 days, in seconds.
    package static let longestLife = 30 * 86_400
    /// The most characters of a cookie.
    package static let cookieLimit = EntitlementRequest.cookieLimit

    /// The content key: 16 bytes.
    package let key: ContentKey
    /// The IV.
    package let iv: InitializationVector
    /// The seconds that a license lasts once it is given; 0 for no limit.
    package let rentalSeconds: Int
    /// The end of the token's life; nil for ``longestLife``.
    package let expiration: Date?
    /// A value that the license server logs; nil for none.
    package let cookie: String?

    /// A request for a key.
    ///
    /// - Parameters:
    ///   - key: the content key.
    ///   - iv: its IV.
    ///   - rentalSeconds: the seconds that a license lasts; 0 for no limit.
    ///   - expiration: the end of the token's life.
    ///   - cookie: a value for the log of the license server.
    /// - Throws: `TokenRefusal` for what the service refuses.
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
                "contentKey has \(2 * key.length.byteCount) hex digits, expected 32"
            )
        }
        guard (0...Int(UInt32.max)).contains(rentalSeconds) else {
            throw TokenRefusal(.rentalDuration, "rentalDuration is \(rentalSeconds), expected seconds")
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

    /// The body of a request, `application/x-www-form-urlencoded`, which holds the key.
    ///
    /// - Parameters:
    ///   - authenticator: the customer's authenticator.
    ///   - lifetime: the seconds that the token is to live; nil for the default of the service.
    /// - Returns: the form.
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
