import Ciphers
package import FoundationEssentials

/// What a content authorization says about itself, whose signature only its own servers can check.
///
/// Of NAGRA's claims those are read whose names are public: `typ` and `contentRights[].contentId`; `exp`, `nbf` and `jti` are those of
/// RFC 7519 section 4.1.
package struct ContentClaims: Hashable, Sendable {
    /// The titles that it names; empty where it names none, or in another way.
    package let contentIDs: [String]
    /// The time from which it counts; nil for always.
    package let start: Date?
    /// The end of its life; nil for none.
    package let end: Date?
    /// Its own name.
    package let id: String?

    /// The value of `typ` in the claims.
    static let type = "ContentAuthZ"

    /// Each claim by itself: one of another type than here counts as not there.
    private struct Claims: Decodable {
        private struct Right: Decodable { let contentId: String? }

        private enum CodingKeys: String, CodingKey {
            case typ, exp, nbf, jti, contentRights
        }

        let typ: String?
        let exp: Double?
        let nbf: Double?
        let jti: String?
        /// Nil where one of the rights names no title.
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

    /// Reads the claims of a token.
    ///
    /// - Parameter token: three parts in base64url, joined by full stops (RFC 7515 section 7.1).
    /// - Throws: `LicenseServiceError` for what is no such token, and for claims of another kind.
    package init(readingUnverified token: String) throws(LicenseServiceError) {
        try self.init(payload: Self.parts(of: token).payload)
    }

    /// Reads the second part of a token.
    init(payload: [UInt8]) throws(LicenseServiceError) {
        guard let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload)),
            claims.typ == Self.type
        else {
            throw LicenseServiceError(.tokenVersion, "the claims of the content token are no \(Self.type)")
        }
        contentIDs = claims.titles ?? []
        start = claims.nbf.map { Date(timeIntervalSince1970: $0) }
        end = claims.exp.map { Date(timeIntervalSince1970: $0) }
        id = claims.jti
    }

    /// The three parts of a token.
    static func parts(
        of token: String
    ) throws(LicenseServiceError) -> (header: [UInt8], payload: [UInt8], signature: [UInt8]) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]),
            let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2])
        else { throw LicenseServiceError(.format, "the content token is not of three parts in base64url") }
        return (header, payload, signature)
    }

    /// Checks that the token counts at a time, and for a title.
    ///
    /// - Parameters:
    ///   - time: the time.
    ///   - contentID: the title.
    /// - Throws: `LicenseServiceError`.
    package func check(at time: Date, for contentID: String) throws(LicenseServiceError) {
        if let end, end <= time { throw LicenseServiceError(.expired, "the content token's life is over") }
        if let start, start > time {
            throw LicenseServiceError(.expired, "the content token's life has not begun")
        }
        guard mayOpen(contentID) else {
            throw LicenseServiceError(.notGranted, "the content token is for \(named)")
        }
    }

    /// Whether it names a title, by its bytes, or none at all.
    package func mayOpen(_ contentID: String) -> Bool {
        contentIDs.isEmpty || contentIDs.contains { $0.utf8.elementsEqual(contentID.utf8) }
    }

    /// The first titles, as far as they are shown.
    private var named: String {
        let shown = contentIDs.prefix(3).map { title in
            title.utf8.count <= Self.shownLength ? title : "\(title.prefix(Self.shownLength / 4))…"
        }
        return (shown + (contentIDs.count > shown.count ? ["… (\(contentIDs.count) titles)"] : []))
            .joined(separator: ", ")
    }

    /// The bytes of a title that are shown.
    private static let shownLength = 200
}
