import TextFormats

extension AssetIDRule {
    /// Returns all asset ids of a permitted length that a client may extract from a `skd:` URI.
    ///
    /// Other schemes have none. The order is that of the rules' declaration, then that of query parameters in
    /// the URI. Each pair of rule and bytes occurs once.
    package static func candidates(forKeyURI uri: String) -> [AssetID] {
        guard let uri = SKDURI(uri) else { return [] }
        var seen: Set<AssetID> = []
        return (hostCandidates(uri) + stringCandidates(uri) + queryCandidates(uri) + wholeCandidates(uri))
            .compactMap(\.self)
            .filter { seen.insert($0).inserted }
    }

    /// Returns the asset ids that clients with one of these rules extract from a key URI, in the order of the
    /// rules.
    ///
    /// If `rules` is nil, the rules are unknown, and the result is everything that a client may extract.
    package static func assetIDs(inKeyURI uri: String, _ rules: [AssetIDRule]?) -> [AssetID] {
        guard let rules else { return candidates(forKeyURI: uri) }
        var seen: Set<AssetID> = []
        return rules.flatMap { $0.assetIDs(inKeyURI: uri) }.filter { seen.insert($0).inserted }
    }

    /// Returns the asset ids of a permitted length that a client with this rule extracts from a key URI.
    ///
    /// There are several if a query parameter is repeated.
    package func assetIDs(inKeyURI uri: String) -> [AssetID] {
        guard let parsed = SKDURI(uri) else { return [] }
        switch self {
        case .hostAsWritten:
            return [parsed.host.flatMap { AssetID($0, rule: self) }].compactMap(\.self)
        case .queryAsWritten(let name):
            return parsed.queryParameters.filter { $0.name.utf8.elementsEqual(name.utf8) }
                .compactMap { AssetID($0.value, rule: self) }
        default:
            return Self.candidates(forKeyURI: uri).filter { $0.rule == self }
        }
    }

    private static func hostCandidates(_ uri: SKDURI) -> [AssetID?] {
        guard let host = uri.host else { return [] }
        return decodedAndAsWritten(host, decoded: .host, asWritten: .hostAsWritten)
    }

    private static func stringCandidates(_ uri: SKDURI) -> [AssetID?] {
        let afterSlashes = uri.afterSlashes
        return [
            afterSlashes.flatMap { AssetID($0, rule: .afterScheme) },
            afterSlashes?.firstIndex(of: UInt8(ascii: "?")).flatMap { mark in
                AssetID(uri.bytes[(mark + 1)...], rule: .afterSchemeAndQueryMark)
            },
            uri.afterColon.lastIndex(of: UInt8(ascii: ";")).flatMap { semicolon in
                AssetID(uri.bytes[(semicolon + 1)...], rule: .afterSemicolon)
            },
        ]
    }

    private static func queryCandidates(_ uri: SKDURI) -> [AssetID?] {
        uri.queryParameters.flatMap { parameter in
            decodedAndAsWritten(
                parameter.value,
                decoded: .query(parameter.name),
                asWritten: .queryAsWritten(parameter.name)
            )
        }
    }

    private static func wholeCandidates(_ uri: SKDURI) -> [AssetID?] {
        [
            AssetID(uri.bytes, rule: .whole),
            uri.afterSlashes == nil ? AssetID(uri.afterColon, rule: .afterColon) : nil,
        ]
    }

    /// Returns both forms if the bytes contain percent-escapes, else only the decoded form.
    ///
    /// If the escapes do not decode to UTF-8, there is no decoded form, since Foundation then has no value.
    private static func decodedAndAsWritten(
        _ bytes: ArraySlice<UInt8>,
        decoded: AssetIDRule,
        asWritten: AssetIDRule
    ) -> [AssetID?] {
        guard bytes.contains(UInt8(ascii: "%")) else { return [AssetID(bytes, rule: decoded)] }
        return [
            PercentEncoding.decode(bytes).flatMap { AssetID($0.utf8, rule: decoded) },
            AssetID(bytes, rule: asWritten),
        ]
    }
}
