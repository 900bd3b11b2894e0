package import KeyStore
package import KeyURITemplates

extension Signalling {
    /// The asset ids of an export, and whether somebody said that apps go by their rules.
    ///
    /// A record with the ids of all rules that there are has them because nobody said one. A rule that is named is what apps go
    /// by, whatever the record has: it is applied to the URI, too.
    func exportedAssetIDs(by rule: String?) -> [(assetID: AssetIDRecord, isSaid: Bool)] {
        guard let rule else {
            let candidates = AssetIDRule.candidates(forKeyURI: keyURI).map { AssetIDRecord($0) }
            let isDerived = !candidates.isEmpty && candidates.allSatisfy(assetIDs.contains)
            return assetIDs.map { ($0, !isDerived || !candidates.contains($0)) }
        }
        let stored = assetIDs.filter { $0.rule == rule }
        let cut =
            AssetIDRule(name: rule).map { $0.assetIDs(inKeyURI: keyURI).map { AssetIDRecord($0) } } ?? []
        return (stored + cut.filter { !stored.contains($0) }).map { ($0, true) }
    }
}

extension Signalling {
    /// The rules by which apps cut an asset id out of the URI, as far as somebody said them: none for a URI that a key server does
    /// not look up by asset id; nil where nobody said any.
    package var saidAssetIDRules: [AssetIDRule]? {
        let candidates = AssetIDRule.candidates(forKeyURI: keyURI).map { AssetIDRecord($0) }
        guard !candidates.isEmpty, !candidates.allSatisfy(assetIDs.contains) else { return nil }
        var rules: [AssetIDRule] = []
        for rule in assetIDs.compactMap({ AssetIDRule(name: $0.rule) }) where !rules.contains(rule) {
            rules.append(rule)
        }
        return rules
    }
}
