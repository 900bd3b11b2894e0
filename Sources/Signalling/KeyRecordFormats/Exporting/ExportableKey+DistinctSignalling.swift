import KeyStore

extension ExportableKey {
    /// The newest signalling for each system, method, scheme and URI, in the order in which these first
    /// occurred.
    ///
    /// Each includes the asset ids of the older signalling that it replaces, because a client may still send
    /// an id from an older playlist.
    var distinctSignalling: [Signalling] {
        var indicesByFields: [[[UInt8]]: Int] = [:]
        var distinct: [Signalling] = []
        for item in signalling {
            let fields = [item.system, item.method, item.scheme ?? "", item.keyURI].map { Array($0.utf8) }
            if let index = indicesByFields[fields] {
                distinct[index] = item.adding(distinct[index].assetIDs)
            } else {
                indicesByFields[fields] = distinct.count
                distinct.append(item)
            }
        }
        return distinct
    }
}

extension Signalling {
    /// Returns the same signalling with earlier asset ids before its own.
    fileprivate func adding(_ earlier: [AssetIDRecord]) -> Signalling {
        var copy = self
        copy.assetIDs = earlier + assetIDs.filter { !earlier.contains($0) }
        return copy
    }
}
