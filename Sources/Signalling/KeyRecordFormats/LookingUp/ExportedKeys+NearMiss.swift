import KeyURITemplates

extension ExportedKeys {
    /// The first key that an asset id, which the file does not have, comes close to; nil if it is close to none.
    ///
    /// It looks at all keys, which takes time in proportion to their number.
    package func nearMiss(of assetID: [UInt8]) -> (miss: NearMiss, key: ExportedKey)? {
        let asked = AssetIDForms(assetID)
        for key in keys {
            for candidate in key.assetIDs {
                if let miss = asked.nearMiss(of: candidate.bytes) { return (miss, key) }
            }
        }
        for key in keys {
            for signal in key.signals {
                let cut = AssetIDRule.candidates(forKeyURI: signal.keyURI).first { $0.bytes == assetID }
                guard let cut else { continue }
                let rules = Set(key.assetIDs.compactMap(\.rule)).sorted()
                return (.otherRule(sent: cut.rule.name, expected: rules), key)
            }
        }
        return nil
    }
}

extension ExportedKeys {
    /// The names of the rules that cut an asset id out of a key URI of the file, sorted; none where none does.
    package func rules(giving assetID: [UInt8]) -> [String] {
        for key in keys {
            for signal in key.signals {
                let rules = AssetIDRule.candidates(forKeyURI: signal.keyURI).filter { $0.bytes == assetID }
                if !rules.isEmpty { return Set(rules.map(\.rule.name)).sorted() }
            }
        }
        return []
    }
}
