internal import KeyStore

extension ExportableKey {
    /// The newest of each system, method, scheme and URI, in the order in which they first came.
    var distinctSignalling: [Signalling] {
        var places: [[[UInt8]]: Int] = [:]
        var distinct: [Signalling] = []
        for item in signalling {
            let place = [item.system, item.method, item.scheme ?? "", item.keyURI].map { Array($0.utf8) }
            if let index = places[place] {
                distinct[index] = item
            } else {
                places[place] = distinct.count
                distinct.append(item)
            }
        }
        return distinct
    }
}
