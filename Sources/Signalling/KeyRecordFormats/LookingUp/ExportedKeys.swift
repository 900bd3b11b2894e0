import Ciphers
package import Failures
package import FoundationEssentials
import KeyURITemplates
import TextFormats

/// The keys of an exported file as a license server finds them: by asset id or key id.
///
/// The importer of the format reads the file row by row. Keys without a title or an id, which a store would
/// refuse, are kept, because a license server that finds keys by asset id does not need these.
package struct ExportedKeys: Sendable {
    /// The name of the file for messages.
    package let name: String
    /// The keys in the order of the file, with the rows of each key id merged.
    package let keys: [ExportedKey]
    private let indicesByAssetID: [[UInt8]: [Int]]
    private let indicesByKeyID: [UUID: Int]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - input: the file, which may be encrypted as a whole.
    ///   - format: a name of ``ImportFormats``, or nil to recognize it.
    ///   - settings: the keys that decrypt files.
    /// - Throws: `.malformedDocument` for a file that cannot be read, and for rows of a key that contradict
    ///   each other.
    package init(
        reading input: ImportInput,
        as format: String?,
        _ settings: ImportSettings = ImportSettings()
    ) throws(RunFailure) {
        let name = input.name
        let input = try input.decrypted(settings.privateKey)
        var rows: [ImportRow] = []
        var rowIndices: [UUID: Int] = [:]
        for row in try ImportFormats.importer(of: input, as: format).rows(of: input, settings) {
            guard let id = row.keyID, let index = rowIndices[id] else {
                if let id = row.keyID { rowIndices[id] = rows.count }
                rows.append(row)
                continue
            }
            try rows[index].merge(row)
        }
        self.init(name: name, rows.map { ExportedKey($0) })
    }

    private init(name: String, _ keys: [ExportedKey]) {
        self.name = name
        self.keys = keys
        var byAssetID: [[UInt8]: [Int]] = [:]
        var byKeyID: [UUID: Int] = [:]
        for (index, key) in keys.enumerated() {
            for bytes in Set(key.assetIDs.map(\.bytes)) { byAssetID[bytes, default: []].append(index) }
            if let id = key.keyID { byKeyID[id] = index }
        }
        indicesByAssetID = byAssetID
        indicesByKeyID = byKeyID
    }

    /// Returns the keys of some titles, as if the file had been exported for these only.
    ///
    /// - Parameter titles: the content ids of the titles.
    /// - Returns: the keys for which the file states one of these titles.
    package func filtered(byTitles titles: [String]) -> ExportedKeys {
        ExportedKeys(name: name, keys.filter { $0.contentID.map(titles.contains) == true })
    }

    /// Recognizes the format of a file.
    ///
    /// - Parameters:
    ///   - input: the file, which may be encrypted as a whole.
    ///   - settings: the keys that decrypt files.
    /// - Returns: a name of ``ImportFormats``.
    /// - Throws: `.malformedDocument` if the format cannot be recognized.
    package static func format(
        of input: ImportInput,
        _ settings: ImportSettings = ImportSettings()
    ) throws(RunFailure) -> String {
        try ImportFormats.importer(of: input.decrypted(settings.privateKey), as: nil).names[0]
    }

    /// An export without keys.
    package static let none = ExportedKeys(name: "an export of nothing", [])

    /// Returns the keys with an asset id, compared byte by byte; several if the file has it for more than
    /// one.
    package func keys(withAssetID bytes: [UInt8]) -> [ExportedKey] {
        (indicesByAssetID[bytes] ?? []).map { keys[$0] }
    }

    /// The only key of the file, which may have several rows and revoked keys beside it, or nil if there are
    /// several or none.
    package var soleKey: ExportedKey? {
        let inForce = keys.inForce
        guard let first = inForce.first else { return nil }
        return inForce.allSatisfy { $0.key == first.key && $0.iv == first.iv } ? first : nil
    }

    /// Returns the key with an id, or nil if the file has none or no key ids.
    package func key(withID id: UUID) -> ExportedKey? { indicesByKeyID[id].map { keys[$0] } }

    /// The content ids in the file, sorted.
    package var titles: [String] { Set(keys.compactMap(\.contentID)).sorted() }

    /// The contents of the file for messages: the first titles, or the number of keys if no title is stated.
    package var summary: String {
        let titles = titles.prefix(3).joined(separator: ", ")
        return titles.isEmpty ? CountText.text(keys.count, "key") : "its titles: \(titles)"
    }

    /// Indicates whether keys can be found by asset id, which some formats do not have.
    package var hasAssetIDs: Bool { !indicesByAssetID.isEmpty }
}

extension ExportedKeys {
    /// Finds the first key with an asset id that is close to a given one, which the file does not have; nil
    /// if there is none.
    ///
    /// It compares all keys, so its time is proportional to their number.
    package func nearMiss(of assetID: [UInt8]) -> (miss: NearMiss, key: ExportedKey)? {
        let forms = AssetIDForms(assetID)
        for key in keys {
            for candidate in key.assetIDs {
                if let miss = forms.nearMiss(of: candidate.bytes) { return (miss, key) }
            }
        }
        for key in keys {
            for signal in key.signals {
                let extracted = AssetIDRule.candidates(forKeyURI: signal.keyURI).first { $0.bytes == assetID }
                guard let extracted else { continue }
                let rules = Set(key.assetIDs.compactMap(\.rule)).sorted()
                return (.otherRule(sent: extracted.rule.name, expected: rules), key)
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
