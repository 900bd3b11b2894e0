import KeyStore
import KeyURITemplates

extension AssetIDRecord {
    /// The record of an asset id that a rule cuts out of a key URI.
    init(_ assetID: AssetID) {
        self.init(id: assetID.id, hex: assetID.hex, rule: assetID.rule.name)
    }
}
