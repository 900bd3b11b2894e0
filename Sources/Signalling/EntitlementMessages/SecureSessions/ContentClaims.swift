import Ciphers
package import FoundationEssentials

/// The claims of a content authorization token, whose signature only the issuer's servers can check.
///
/// Only NAGRA claims with public names are read: `typ` and `contentRights[].contentId`. The claims `exp`,
/// `nbf` and `jti` are those of RFC 7519 section 4.1.
package struct ContentClaims: Hashable, Sendable {
    /// The ids of the titles that the token allows, or empty if it names none or names them in an unknown
    /// form.
    package let contentIDs: [String]
    /// The time from which the token is valid, or nil if it is valid from the beginning.
    package let start: Date?
    /// The time at which the token expires, or nil if it does not expire.
    package let end: Date?
    /// The id of the token, or nil if it has none.
    package let id: String?

    /// The value of `typ` in the claims.
    static let type = "ContentAuthZ"

    /// The claims as decoded one by one; a claim with another type of value counts as missing.
    private struct Claims: Decodable {
        private struct Right: Decodable { let contentId: String? }

        private enum CodingKeys: String, CodingKey {
            case typ, exp, nbf, jti, contentRights
        }

        let typ: String?
        let exp: Double?
        let nbf: Double?
        let jti: String?
        /// The ids of the titles, or nil if any of the rights has none.
        let titles: [String]?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            typ = try? members.decode(String.self, forKey: .typ)
            exp = try? members.decode(Double.self, forKey: .exp)
            nbf = try? members.decode(Double.self, forKey: .nbf)
            jti = try? members.decode(String.self, forKey: .jti)
            let rights = try? members.decode([Right].self, forKey: .contentRights)
            let titles = rights?.compactMap(\.contentId)
            self.titles = titles?.count == rights?.count ? titles : nil
        }
    }

    /// Reads the claims of a token without checking its signature.
    ///
    /// - Parameter token: three parts in base64url, separated by periods (RFC 7515 section 7.1).
    /// - Throws: `LicenseServiceError` if the token is malformed or its claims are of another type.
    package init(readingUnverified token: String) throws(LicenseServiceError) {
        try self.init(payload: Self.parts(of: token).payload)
    }

    /// Reads the claims from the decoded second part of a token.
    init(payload: [UInt8]) throws(LicenseServiceError) {
        guard let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload)),
            claims.typ == Self.type
        else {
            throw LicenseServiceError(
                .tokenVersion,
                "the claims of the content token are not of the type \(Self.type)"
            )
        }
        contentIDs = claims.titles ?? []
        start = claims.nbf.map { Date(timeIntervalSince1970: $0) }
        end = claims.exp.map { Date(timeIntervalSince1970: $0) }
        id = claims.jti
    }

    /// Decodes the three parts of a token.
    static func parts(
        of token: String
    ) throws(LicenseServiceError) -> (header: [UInt8], payload: [UInt8], signature: [UInt8]) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]),
            let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
        else {
            throw LicenseServiceError(
                .format,
                "the content token does not consist of three parts in base64url"
            )
        }
        return (header, payload, signature)
    }

    /// Throws unless the token is valid at a time and for a title.
    ///
    /// - Parameters:
    ///   - time: the time of use.
    ///   - contentID: the id of the title.
    /// - Throws: `LicenseServiceError`.
    package func check(at time: Date, for contentID: String) throws(LicenseServiceError) {
        if let end, end <= time { throw LicenseServiceError(.expired, "the content token has expired") }
        if let start, start > time {
            throw LicenseServiceError(.expired, "the content token is not valid yet")
        }
        guard mayOpen(contentID) else {
            throw LicenseServiceError(.notGranted, "the content token is for \(titleList)")
        }
    }

    /// Indicates whether the token names a title, compared byte by byte, or names no title at all.
    package func mayOpen(_ contentID: String) -> Bool {
        contentIDs.isEmpty || contentIDs.contains { $0.utf8.elementsEqual(contentID.utf8) }
    }

    /// The first three titles, shortened, for messages.
    private var titleList: String {
        let shown = contentIDs.prefix(3).map { title in
            title.utf8.count <= Self.shownLength ? title : "\(title.prefix(Self.shownLength / 4))…"
        }
        return (shown + (contentIDs.count > shown.count ? ["… (\(contentIDs.count) titles)"] : []))
            .joined(separator: ", ")
    }

    /// The longest title that is shown in full, in bytes.
    private static let shownLength = 200
}
