import Ciphers
package import FoundationEssentials
package import WipedMemory

/// A content authorization: a JSON Web Token (RFC 7519, signed with HS256) that says which title its bearer may play.
///
/// Of NAGRA's claims those are written and read whose names are public: `typ` and `contentRights[].contentId`; `exp` and `jti` are those of
/// RFC 7519.
package struct ContentToken: Hashable, Sendable {
    /// The title, which the license server goes by.
    package let contentID: String
    /// The end of its life.
    package let expiration: Date
    /// Its own name, by which it is known when it comes a second time.
    package let id: String

    /// The value of `typ` in its claims.
    private static let type = "ContentAuthZ"

    private struct Header: Codable {
        var alg = "HS256"
        var typ = "JWT"
    }

    private struct Claims: Codable {
        struct Right: Codable {
            let contentId: String
        }

        let typ: String
        let exp: Int
        let jti: String
        let contentRights: [Right]
    }

    /// A token for a title.
    ///
    /// - Parameters:
    ///   - contentID: the title.
    ///   - expiration: the end of its life, in whole seconds.
    ///   - id: a name of its own; by default a new one.
    package init(contentID: String, expiration: Date, id: UUID = UUID()) {
        self.contentID = contentID
        self.expiration = Date(timeIntervalSince1970: expiration.timeIntervalSince1970.rounded(.down))
        self.id = id.uuidString.lowercased()
    }

    /// The token as it is sent.
    ///
    /// - Parameter secret: the key of the signature.
    /// - Returns: three parts in base64url, joined by full stops.
    package func text(signedWith secret: borrowing SecretBytes) -> String {
        let claims = Claims(
            typ: Self.type,
            exp: Int(expiration.timeIntervalSince1970),
            jti: id,
            contentRights: [.init(contentId: contentID)]
        )
        let signed = [JSONMembers.body(of: Header()), JSONMembers.body(of: claims)].map(Self.base64url)
            .joined(separator: ".")
        return signed + "." + Self.base64url(Self.signature(of: signed, secret))
    }

    /// Reads a token.
    ///
    /// - Parameters:
    ///   - text: the token as it was sent.
    ///   - secret: the key of the signature.
    /// - Throws: `LicenseServiceError` for a token that is malformed, or of another signature.
    package init(reading text: String, signedWith secret: borrowing SecretBytes) throws(LicenseServiceError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let claims = Self.bytes(parts[1]), let signature = Self.bytes(parts[2]) else {
            throw LicenseServiceError(.format, "the content token is not of three parts in base64url")
        }
        let expected = Self.signature(of: "\(parts[0]).\(parts[1])", secret)
        // Without an end at the first difference.
        let difference = zip(signature, expected).reduce(UInt8(signature.count == expected.count ? 0 : 1)) {
            $0 | ($1.0 ^ $1.1)
        }
        guard difference == 0 else {
            throw LicenseServiceError(.signature, "the content token has another signature")
        }
        guard let read = try? JSONDecoder().decode(Claims.self, from: Data(claims)), read.typ == Self.type,
            let right = read.contentRights.first
        else { throw LicenseServiceError(.tokenVersion, "the claims are no \(Self.type) with contentRights") }
        contentID = right.contentId
        expiration = Date(timeIntervalSince1970: Double(read.exp))
        id = read.jti
    }

    private static func signature(of text: String, _ secret: borrowing SecretBytes) -> [UInt8] {
        secret.withSpan { HMACSHA256.authenticationCode(of: Array(text.utf8), key: $0) }
    }

    private static func base64url(_ bytes: [UInt8]) -> String {
        String(
            Base64.encode(bytes).compactMap { digit -> Character? in
                digit == "=" ? nil : digit == "+" ? "-" : digit == "/" ? "_" : digit
            }
        )
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        guard !text.contains("="), !text.contains("+"), !text.contains("/") else { return nil }
        return Base64.decode(
            String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }),
            .missingPadding
        )
    }
}
