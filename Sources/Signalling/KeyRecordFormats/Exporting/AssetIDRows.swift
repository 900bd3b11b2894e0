import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// An asset id of a key, with all signalling from which apps may derive it.
struct AssetIDRow {
    /// The asset id; its `rule` is the first that gives it.
    let assetID: AssetIDRecord
    /// The names of all rules that give the asset id, in the order of the store.
    var rules: [String]
    /// Indicates whether a template or a file of key records states that apps use one of the rules.
    var isStated: Bool
    /// The signalling that gives the asset id, in the order of the store; not empty.
    var signalling: [Signalling]
}

/// The asset ids of an export: each occurs once for its key, and for no other key.
///
/// A license server finds a key by the bytes of the asset id alone. Some rules give the same id for all keys,
/// for example the host name of an entitlement server. If nothing states which rule an app uses, records have
/// the ids of all rules, without those that several keys share. If a key would have no id left, or the shared
/// id is by a stated rule, the export fails, because no file could be right.
struct AssetIDRows {
    private let rule: String?
    private var digests = AssetIDDigests()
    /// The number of keys for each rule whose asset id was left out because other keys have it, too.
    private var leftOutCounts: [String: Int] = [:]

    init(rule: String?) {
        self.rule = rule
    }

    /// Collects the asset ids of a key, before the first key is written, to find those that several keys
    /// share.
    mutating func survey(_ key: ExportableKey, system: KeySystem?) {
        for row in allRows(in: key, system: system).rows { digests.survey(row) }
    }

    /// Returns the rows of a key from its signalling for `system`, or for any if nil, and the signalling that
    /// no row includes.
    mutating func rows(
        of key: ExportableKey,
        system: KeySystem?
    ) throws(RunFailure) -> (rows: [AssetIDRow], others: [Signalling]) {
        let (rows, otherSignalling) = allRows(in: key, system: system)
        let keptRows = rows.filter { $0.isStated || !digests.isShared($0.assetID) }
        if let first = rows.first, keptRows.isEmpty { throw Self.ambiguity(of: first.assetID, key) }
        for row in keptRows where !digests.markWritten(row) { throw Self.ambiguity(of: row.assetID, key) }
        guard keptRows.count < rows.count else { return (rows, otherSignalling) }
        for rule in Set(rows.filter { !keptRows.contains($0) }.flatMap(\.rules)) {
            leftOutCounts[rule, default: 0] += 1
        }
        let writtenSignalling = keptRows.flatMap(\.signalling)
        var unwrittenSignalling: [Signalling] = []
        for item in rows.flatMap(\.signalling)
        where !writtenSignalling.contains(item) && !unwrittenSignalling.contains(item) {
            unwrittenSignalling.append(item)
        }
        return (keptRows, unwrittenSignalling + otherSignalling)
    }

    /// The warnings about asset ids that were left out.
    var warnings: [String] {
        guard !leftOutCounts.isEmpty else { return [] }
        let rules = leftOutCounts.sorted { $0.key < $1.key }.map { rule, count in
            "\(rule) (\(count) \(count == 1 ? "key" : "keys"))"
        }
        return [
            "asset ids that several keys share are left out, by the rules \(rules.joined(separator: ", ")): no template states that "
                + "apps use them. If an app does, give each key a URI of its own, or name the rule with \(CommandOption.assetIDRule)"
        ]
    }

    private func allRows(
        in key: ExportableKey,
        system: KeySystem?
    ) -> (rows: [AssetIDRow], others: [Signalling]) {
        var rows: [AssetIDRow] = []
        var otherSignalling: [Signalling] = []
        var rowIndices: [String: Int] = [:]
        for signalling in key.distinctSignalling where system == nil || signalling.system == system?.name {
            let assetIDs = signalling.exportedAssetIDs(by: rule)
            if assetIDs.isEmpty { otherSignalling.append(signalling) }
            for (assetID, isStated) in assetIDs {
                if let rowIndex = rowIndices[assetID.hex] {
                    rows[rowIndex].add(assetID.rule, isStated, signalling)
                } else {
                    rowIndices[assetID.hex] = rows.count
                    rows.append(
                        AssetIDRow(
                            assetID: assetID,
                            rules: [assetID.rule],
                            isStated: isStated,
                            signalling: [signalling]
                        )
                    )
                }
            }
        }
        return (rows, otherSignalling)
    }

    private static func ambiguity(of assetID: AssetIDRecord, _ key: ExportableKey) -> RunFailure {
        .notExportable(
            reason:
                "asset id \(assetID.id) (rule \(assetID.rule)) belongs to several keys, one of them the key of "
                + "\(key.record.identity), so a license server cannot tell them apart",
            remedy:
                "Name the rule of the app with \(CommandOption.assetIDRule), or export one title and generation at a time."
        )
    }
}

/// Sets of asset ids, each stored as 16 bytes of its SHA-256 digest to save memory with millions of keys.
private struct AssetIDDigests {
    private var surveyed: Set<UInt128> = []
    private var shared: Set<UInt128> = []
    private var written: Set<UInt128> = []

    mutating func survey(_ row: AssetIDRow) {
        let digest = Self.digest(of: row.assetID)
        if !surveyed.insert(digest).inserted { shared.insert(digest) }
    }

    func isShared(_ assetID: AssetIDRecord) -> Bool { shared.contains(Self.digest(of: assetID)) }

    /// Marks an asset id as written; returns false if another key was written with it.
    mutating func markWritten(_ row: AssetIDRow) -> Bool {
        written.insert(Self.digest(of: row.assetID)).inserted
    }

    private static func digest(of assetID: AssetIDRecord) -> UInt128 {
        SHA256.digest(of: Array(assetID.hex.utf8)).prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    }
}

extension AssetIDRow: Equatable {
    /// The protection scheme of all signalling, or nil if it is unknown or differs.
    var scheme: String? { signalling.commonValue { $0.scheme } }

    fileprivate mutating func add(_ rule: String, _ isStated: Bool, _ item: Signalling) {
        if !rules.contains(rule) { rules.append(rule) }
        if !signalling.contains(item) { signalling.append(item) }
        self.isStated = self.isStated || isStated
    }
}

extension [Signalling] {
    /// Returns the value of a field that all signalling has in common, or nil if it differs.
    func commonValue(_ field: (Signalling) -> String?) -> String? {
        let values = Set(map { field($0).map { [UInt8]($0.utf8) } })
        return values.count == 1 ? first.flatMap(field) : nil
    }
}
