internal import Ciphers
internal import Foundation
internal import KeyStore

/// An asset id with all ways in which a key is signalled under it.
struct AssetIDRow {
    /// The asset id; `rule` is the first that gives it.
    let assetID: AssetID
    /// Where it comes from, in the order of the store; not empty.
    var signalling: [Signalling]
}

/// Asset ids of an export: each once for its key, and none for two keys.
///
/// A key server looks a key up by the bytes of the asset id alone. Some rules give the same id for all keys, such as the
/// host of an entitlement server: then whoever exports has to say by which rule the app goes.
struct AssetIDRows {
    private let rule: String?
    /// 16 bytes of SHA-256 of every asset id that was written: a million of them are few.
    private var seen: Set<UInt128> = []

    init(rule: String?) {
        self.rule = rule
    }

    /// The rows of a key, of its signalling for `system`, or for any, and the signalling that is in none of them.
    mutating func rows(
        of key: ExportableKey,
        system: KeySystemName?
    ) throws(KeyStoreError) -> (rows: [AssetIDRow], others: [Signalling]) {
        var rows: [AssetIDRow] = []
        var others: [Signalling] = []
        var places: [String: Int] = [:]
        for signalling in key.distinctSignalling where system == nil || signalling.system == system?.name {
            let assetIDs = signalling.assetIDs.filter { rule == nil || $0.rule == rule }
            if assetIDs.isEmpty { others.append(signalling) }
            for assetID in assetIDs {
                if let place = places[assetID.hex] {
                    rows[place].signalling.append(signalling)
                } else {
                    places[assetID.hex] = rows.count
                    rows.append(AssetIDRow(assetID: assetID, signalling: [signalling]))
                }
            }
        }
        for row in rows {
            try note(row.assetID, of: key)
        }
        return (rows, others)
    }

    private mutating func note(_ assetID: AssetID, of key: ExportableKey) throws(KeyStoreError) {
        let digest = SHA256.digest(of: Array(assetID.hex.utf8))
        let mark = digest.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        guard seen.insert(mark).inserted else {
            throw .notExportable(
                reason:
                    "asset id \(assetID.id) (rule \(assetID.rule)) is that of several keys, one of them the key of "
                    + "\(key.record.identity), so a key server cannot tell them apart. Name the rule of the app with "
                    + "--asset-id-rule, or export one title and generation at a time"
            )
        }
    }
}

extension AssetIDRow {
    /// The scheme of all its signalling; nil if nobody said, or if there are several.
    var scheme: String? { signalling.theOne { $0.scheme } }
}

extension [Signalling] {
    /// What all have in common for a field; nil where it differs.
    func theOne(_ field: (Signalling) -> String?) -> String? {
        let values = Set(map { field($0).map { [UInt8]($0.utf8) } })
        return values.count == 1 ? first.flatMap(field) : nil
    }
}
