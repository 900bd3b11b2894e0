import TextFormats

extension AssetIDRule {
    /// All asset ids of a legal length that a client may cut from a `skd:` URI; other schemes have none.
    ///
    /// They are in the order in which the rules are declared, query parameters in the order of the URI, and
    /// each pair of rule and bytes is there once.
    package static func candidates(forKeyURI uri: String) -> [AssetID] {
        guard let uri = SKDURI(uri) else { return [] }
        var seen: Set<AssetID> = []
        return (hostCandidates(uri) + stringCandidates(uri) + queryCandidates(uri) + wholeCandidates(uri))
            .compactMap(\.self)
            .filter { seen.insert($0).inserted }
    }

    /// What clients with one of these rules cut from a key URI, in their order; what any client may cut where no rules are said
    /// (nil).
    package static func assetIDs(inKeyURI uri: String, _ rules: [AssetIDRule]?) -> [AssetID] {
        guard let rules else { return candidates(forKeyURI: uri) }
        var seen: Set<AssetID> = []
        return rules.flatMap { $0.assetIDs(inKeyURI: uri) }.filter { seen.insert($0).inserted }
    }

    /// The asset ids of a legal length that a client with this rule cuts from a key URI; several where a query parameter
    /// stands there several times.
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

    /// Both forms where there are escapes.
    ///
    /// Escapes that yield no UTF-8 are left as they are, for Foundation then has no value.
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
