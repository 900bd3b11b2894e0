package import KeyStore
package import KeyURITemplates

extension Signalling {
    /// Returns the asset ids to export, each with whether a template or file states that apps use its rule.
    ///
    /// A record that has the ids of all possible rules has them because no rule was stated. If `rule` is
    /// given, apps use it whatever the record has, so it is also applied to the URI.
    func exportedAssetIDs(by rule: String?) -> [(assetID: AssetIDRecord, isSaid: Bool)] {
        guard let rule else {
            let candidates = AssetIDRule.candidates(forKeyURI: keyURI).map { AssetIDRecord($0) }
            let isDerived = !candidates.isEmpty && candidates.allSatisfy(assetIDs.contains)
            return assetIDs.map { ($0, !isDerived || !candidates.contains($0)) }
        }
        let storedAssetIDs = assetIDs.filter { $0.rule == rule }
        let extractedAssetIDs =
            AssetIDRule(name: rule).map { $0.assetIDs(inKeyURI: keyURI).map { AssetIDRecord($0) } } ?? []
        return (storedAssetIDs + extractedAssetIDs.filter { !storedAssetIDs.contains($0) }).map { ($0, true) }
    }
}

extension Signalling {
    /// The rules by which apps extract an asset id from the URI, or nil if none was stated.
    ///
    /// The array is empty for a URI whose key is not found by asset id.
    package var statedAssetIDRules: [AssetIDRule]? {
        let candidates = AssetIDRule.candidates(forKeyURI: keyURI).map { AssetIDRecord($0) }
        guard !candidates.isEmpty, !candidates.allSatisfy(assetIDs.contains) else { return nil }
        var rules: [AssetIDRule] = []
        for rule in assetIDs.compactMap({ AssetIDRule(name: $0.rule) }) where !rules.contains(rule) {
            rules.append(rule)
        }
        return rules
    }
}
