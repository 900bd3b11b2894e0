import Ciphers
package import FoundationEssentials
package import WipedMemory

/// A content authorization token for one title: a JSON Web Token (RFC 7519) signed with HS256.
///
/// Only NAGRA claims with public names are written and read: `typ` and `contentRights[].contentId`. The
/// claims `exp` and `jti` are those of RFC 7519.
package struct ContentToken: Hashable, Sendable {
    /// The id of the title, for which the license server gives licenses.
    package let contentID: String
    /// The time at which the token expires.
    package let expiration: Date
    /// The id of the token, by which a server recognizes a second use.
    package let id: String

    /// The name of the signature algorithm (RFC 7518 section 3.2).
    private static let algorithm = "HS256"

    private struct Header: Encodable {
        let alg = ContentToken.algorithm
        let typ = "JWT"
    }

    /// The members of a header that decide how to read the token.
    ///
    /// A reader that does not support all names in `crit` must refuse the token (RFC 7515 section 4.1.11).
    private struct ReadHeader: Decodable {
        let alg: String
        let crit: [String]?
    }

    private struct Claims: Encodable {
        struct Right: Encodable {
            let contentId: String
        }

        let typ: String
        let exp: Int
        let jti: String
        let contentRights: [Right]
    }

    /// Creates a token for a title.
    ///
    /// - Parameters:
    ///   - contentID: the id of the title.
    ///   - expiration: the time at which the token expires, rounded down to whole seconds.
    ///   - id: the id of the token; by default a random UUID.
    package init(contentID: String, expiration: Date, id: UUID = UUID()) {
        self.contentID = contentID
        self.expiration = Date(timeIntervalSince1970: expiration.timeIntervalSince1970.rounded(.down))
        self.id = id.uuidString.lowercased()
    }

    /// Signs the token.
    ///
    /// - Parameter secret: the HMAC key of the signature.
    /// - Returns: the token as it is sent: three parts in base64url, separated by periods.
    package func signed(with secret: borrowing SecretBytes) -> String {
        let claims = Claims(
            typ: ContentClaims.type,
            exp: Int(expiration.timeIntervalSince1970),
            jti: id,
            contentRights: [.init(contentId: contentID)]
        )
        let signingInput = [JSONMembers.encode(Header()), JSONMembers.encode(claims)].map(Base64URL.encode)
            .joined(separator: ".")
        return signingInput + "." + Base64URL.encode(Self.signature(of: signingInput, secret))
    }

    /// Reads a token and checks its signature.
    ///
    /// - Parameters:
    ///   - text: the token as it was sent.
    ///   - secret: the HMAC key of the signature.
    /// - Throws: `LicenseServiceError` if the token is malformed or has another signature.
    package init(reading text: String, signedWith secret: borrowing SecretBytes) throws(LicenseServiceError) {
        let parts = try ContentClaims.parts(of: text)
        guard let header = try? JSONDecoder().decode(ReadHeader.self, from: Data(parts.header)),
            header.alg == Self.algorithm, header.crit == nil
        else { throw LicenseServiceError(.format, "the content token is not signed with \(Self.algorithm)") }
        let expected = Self.signature(of: String(text[..<(text.lastIndex(of: ".") ?? text.endIndex)]), secret)
        guard SecretBytes(copying: parts.signature).isEqual(to: SecretBytes(copying: expected)) else {
            throw LicenseServiceError(.signature, "the signature of the content token is wrong")
        }
        let claims = try ContentClaims(payload: parts.payload)
        guard let title = claims.contentIDs.first, let end = claims.end else {
            throw LicenseServiceError(.tokenVersion, "the claims have no contentRights, or no exp")
        }
        contentID = title
        expiration = end
        id = claims.id ?? Base64URL.encode(parts.signature)
    }

    private static func signature(of text: String, _ secret: borrowing SecretBytes) -> [UInt8] {
        secret.withSpan { HMACSHA256.authenticationCode(of: Array(text.utf8), key: $0) }
    }
}
