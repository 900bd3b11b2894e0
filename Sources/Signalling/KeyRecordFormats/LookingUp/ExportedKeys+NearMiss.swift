import KeyURITemplates

extension ExportedKeys {
    /// Finds the first key with an asset id that is close to a given one, which the file does not have; nil
    /// if there is none.
    ///
    /// It compares all keys, so its time is proportional to their number.
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
    /// Returns the sorted names of the rules that extract an asset id from a key URI of the file, or an empty
    /// array if none does.
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
