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

    /// The algorithm of the signature (RFC 7518 section 3.2).
    private static let algorithm = "HS256"

    private struct Header: Encodable {
        let alg = ContentToken.algorithm
        let typ = "JWT"
    }

    /// What of a header decides how the rest is read: who knows none of the names in `crit` has to refuse (RFC 7515 section 4.1.11).
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
            typ: ContentClaims.type,
            exp: Int(expiration.timeIntervalSince1970),
            jti: id,
            contentRights: [.init(contentId: contentID)]
        )
        let signed = [JSONMembers.body(of: Header()), JSONMembers.body(of: claims)].map(Base64URL.encode)
            .joined(separator: ".")
        return signed + "." + Base64URL.encode(Self.signature(of: signed, secret))
    }

    /// Reads a token.
    ///
    /// - Parameters:
    ///   - text: the token as it was sent.
    ///   - secret: the key of the signature.
    /// - Throws: `LicenseServiceError` for a token that is malformed, or of another signature.
    package init(reading text: String, signedWith secret: borrowing SecretBytes) throws(LicenseServiceError) {
        let parts = try ContentClaims.parts(of: text)
        guard let read = try? JSONDecoder().decode(ReadHeader.self, from: Data(parts.header)),
            read.alg == Self.algorithm, read.crit == nil
        else { throw LicenseServiceError(.format, "the content token is not signed with \(Self.algorithm)") }
        let expected = Self.signature(of: String(text[..<(text.lastIndex(of: ".") ?? text.endIndex)]), secret)
        guard SecretBytes(copying: parts.signature).isEqual(to: SecretBytes(copying: expected)) else {
            throw LicenseServiceError(.signature, "the content token has another signature")
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
