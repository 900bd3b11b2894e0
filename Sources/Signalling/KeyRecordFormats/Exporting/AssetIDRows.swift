import Ciphers
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// An asset id with all ways in which a key is signalled under it.
struct AssetIDRow {
    /// The asset id; `rule` is the first that gives it.
    let assetID: AssetIDRecord
    /// The names of all rules that give it, in the order of the store.
    var rules: [String]
    /// Whether somebody said that apps go by one of the rules: a template, or a file of records.
    var isSaid: Bool
    /// Where it comes from, in the order of the store; not empty.
    var signalling: [Signalling]
}

/// Asset ids of an export: each once for its key, and none for two keys.
///
/// A key server looks a key up by the bytes of the asset id alone. Some rules give the same id for all keys, such as the
/// host of an entitlement server. Where nobody said by which rule an app goes, records have the ids of all rules, and those that
/// several keys have are left out; where that would leave a key without any, or somebody said it, no file can be right.
struct AssetIDRows {
    private let rule: String?
    private var marks = AssetIDMarks()
    /// How many keys go without an id of a rule because others have it too.
    private var leftOut: [String: Int] = [:]

    init(rule: String?) {
        self.rule = rule
    }

    /// Looks at a key before the first one is written: which ids are those of several keys.
    mutating func survey(_ key: ExportableKey, system: KeySystem?) {
        for row in found(in: key, system: system).rows { marks.survey(row) }
    }

    /// The rows of a key, of its signalling for `system`, or for any, and the signalling that is in none of them.
    mutating func rows(
        of key: ExportableKey,
        system: KeySystem?
    ) throws(KeyStoreError) -> (rows: [AssetIDRow], others: [Signalling]) {
        let (rows, others) = found(in: key, system: system)
        let kept = rows.filter { $0.isSaid || !marks.isShared($0.assetID) }
        if let first = rows.first, kept.isEmpty { throw Self.ambiguity(of: first.assetID, key) }
        for row in kept where !marks.write(row) { throw Self.ambiguity(of: row.assetID, key) }
        guard kept.count < rows.count else { return (rows, others) }
        for rule in Set(rows.filter { !kept.contains($0) }.flatMap(\.rules)) {
            leftOut[rule, default: 0] += 1
        }
        let written = kept.flatMap(\.signalling)
        var without: [Signalling] = []
        for item in rows.flatMap(\.signalling) where !written.contains(item) && !without.contains(item) {
            without.append(item)
        }
        return (kept, without + others)
    }

    /// What is said of the ids that are left out.
    var notes: [String] {
        guard !leftOut.isEmpty else { return [] }
        let rules = leftOut.sorted { $0.key < $1.key }.map { rule, count in
            "\(rule) (\(count) \(count == 1 ? "key" : "keys"))"
        }
        return [
            "asset ids that several keys have are left out, by the rules \(rules.joined(separator: ", ")): no template says that "
                + "apps go by them. Give the keys URIs of their own if one does, or name its rule with --asset-id-rule"
        ]
    }

    private func found(
        in key: ExportableKey,
        system: KeySystem?
    ) -> (rows: [AssetIDRow], others: [Signalling]) {
        var rows: [AssetIDRow] = []
        var others: [Signalling] = []
        var places: [String: Int] = [:]
        for signalling in key.distinctSignalling where system == nil || signalling.system == system?.name {
            let assetIDs = signalling.exportedAssetIDs(by: rule)
            if assetIDs.isEmpty { others.append(signalling) }
            for (assetID, isSaid) in assetIDs {
                if let place = places[assetID.hex] {
                    rows[place].add(assetID.rule, isSaid, signalling)
                } else {
                    places[assetID.hex] = rows.count
                    rows.append(
                        AssetIDRow(
                            assetID: assetID,
                            rules: [assetID.rule],
                            isSaid: isSaid,
                            signalling: [signalling]
                        )
                    )
                }
            }
        }
        return (rows, others)
    }

    private static func ambiguity(of assetID: AssetIDRecord, _ key: ExportableKey) -> KeyStoreError {
        .notExportable(
            reason:
                "asset id \(assetID.id) (rule \(assetID.rule)) is that of several keys, one of them the key of "
                + "\(key.record.identity), so a key server cannot tell them apart. Name the rule of the app with "
                + "--asset-id-rule, or export one title and generation at a time"
        )
    }
}

/// Which asset ids there are, by 16 bytes of SHA-256 of each: a million of them are few.
private struct AssetIDMarks {
    private var surveyed: Set<UInt128> = []
    private var shared: Set<UInt128> = []
    private var written: Set<UInt128> = []

    mutating func survey(_ row: AssetIDRow) {
        let mark = Self.mark(of: row.assetID)
        if !surveyed.insert(mark).inserted { shared.insert(mark) }
    }

    func isShared(_ assetID: AssetIDRecord) -> Bool { shared.contains(Self.mark(of: assetID)) }

    /// False for an id that another key was written with.
    mutating func write(_ row: AssetIDRow) -> Bool {
        written.insert(Self.mark(of: row.assetID)).inserted
    }

    private static func mark(of assetID: AssetIDRecord) -> UInt128 {
        SHA256.digest(of: Array(assetID.hex.utf8)).prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    }
}

extension AssetIDRow: Equatable {
    /// The scheme of all its signalling; nil if nobody said, or if there are several.
    var scheme: String? { signalling.theOne { $0.scheme } }

    fileprivate mutating func add(_ rule: String, _ isSaid: Bool, _ item: Signalling) {
        if !rules.contains(rule) { rules.append(rule) }
        if !signalling.contains(item) { signalling.append(item) }
        self.isSaid = self.isSaid || isSaid
    }
}

extension [Signalling] {
    /// What all have in common for a field; nil where it differs.
    func theOne(_ field: (Signalling) -> String?) -> String? {
        let values = Set(map { field($0).map { [UInt8]($0.utf8) } })
        return values.count == 1 ? first.flatMap(field) : nil
    }
}
