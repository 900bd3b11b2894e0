import KeyStore
import KeyURITemplates

extension AssetIDRecord {
    /// Creates the record of an asset id that a rule extracts from a key URI.
    init(_ assetID: AssetID) {
        self.init(id: assetID.id, hex: assetID.hex, rule: assetID.rule.name)
    }
}
