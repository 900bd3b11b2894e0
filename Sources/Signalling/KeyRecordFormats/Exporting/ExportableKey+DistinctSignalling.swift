import KeyStore

extension ExportableKey {
    /// The newest of each system, method, scheme and URI, in the order in which they first came, with the asset ids of all
    /// of them: what a client may have been told to send once, it may go on sending.
    var distinctSignalling: [Signalling] {
        var places: [[[UInt8]]: Int] = [:]
        var distinct: [Signalling] = []
        for item in signalling {
            let place = [item.system, item.method, item.scheme ?? "", item.keyURI].map { Array($0.utf8) }
            if let index = places[place] {
                distinct[index] = item.adding(distinct[index].assetIDs)
            } else {
                places[place] = distinct.count
                distinct.append(item)
            }
        }
        return distinct
    }
}

extension Signalling {
    /// The same with asset ids that came before its own.
    fileprivate func adding(_ earlier: [AssetIDRecord]) -> Signalling {
        var copy = self
        copy.assetIDs = earlier + assetIDs.filter { !earlier.contains($0) }
        return copy
    }
}
