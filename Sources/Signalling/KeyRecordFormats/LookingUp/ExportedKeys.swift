import Ciphers
package import FoundationEssentials
package import KeyStore
import TextFormats

/// The keys of an exported file as a key server that was given the file finds them: by asset id or key id.
///
/// The file is read by its importer, row by row. A store would refuse keys without a title or an id; a key server that looks
/// keys up by asset id does not mind.
package struct ExportedKeys: Sendable {
    /// The name of the file in messages.
    package let name: String
    /// The keys in the order of the file, rows of one key id put together.
    package let keys: [ExportedKey]
    private let indicesByAssetID: [[UInt8]: [Int]]
    private let indicesByKeyID: [UUID: Int]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - input: the file.
    ///   - format: a name of ``ImportFormats``; nil to see it from the file.
    ///   - settings: what opens encrypted files.
    /// - Throws: `.malformedDocument` for what cannot be read, and for rows of one key that contradict each other.
    package init(
        reading input: ImportInput,
        as format: String?,
        _ settings: ImportSettings = ImportSettings()
    ) throws(KeyStoreError) {
        let name = input.name
        let input = try input.opened(settings.privateKey)
        var rows: [ImportRow] = []
        var places: [UUID: Int] = [:]
        for row in try ImportFormats.importer(of: input, as: format).rows(of: input, settings) {
            guard let id = row.keyID, let index = places[id] else {
                if let id = row.keyID { places[id] = rows.count }
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

    /// The keys of titles, as a file has them that was exported for these alone.
    ///
    /// - Parameter titles: content ids.
    /// - Returns: the keys that the file says to be of them.
    package func only(titles: [String]) -> ExportedKeys {
        ExportedKeys(name: name, keys.filter { $0.contentID.map(titles.contains) == true })
    }

    /// The name of the format that a file is clearly of.
    ///
    /// - Parameters:
    ///   - input: the file.
    ///   - settings: what opens encrypted files.
    /// - Returns: a name of ``ImportFormats``.
    /// - Throws: `.malformedDocument` where it is not clear.
    package static func format(
        of input: ImportInput,
        _ settings: ImportSettings = ImportSettings()
    ) throws(KeyStoreError) -> String {
        try ImportFormats.importer(of: input.opened(settings.privateKey), as: nil).names[0]
    }

    /// A file without a key.
    package static let none = ExportedKeys(name: "an export of nothing", [])

    /// The keys that the file has under an asset id, compared byte by byte; several if it cannot tell them apart.
    package func keys(withAssetID bytes: [UInt8]) -> [ExportedKey] {
        (indicesByAssetID[bytes] ?? []).map { keys[$0] }
    }

    /// The one key that the file has, be it in several rows or beside revoked ones; nil where there are several, or none.
    package var soleKey: ExportedKey? {
        let inForce = keys.inForce
        guard let first = inForce.first else { return nil }
        return inForce.allSatisfy { $0.key == first.key && $0.iv == first.iv } ? first : nil
    }

    /// The key of an id; nil if the file has none, or has no key ids.
    package func key(withID id: UUID) -> ExportedKey? { indicesByKeyID[id].map { keys[$0] } }

    /// The content ids that the file names, sorted.
    package var titles: [String] { Set(keys.compactMap(\.contentID)).sorted() }

    /// What is in the file, for messages: the first titles, or the number of keys where no title is said.
    package var summary: String {
        let titles = titles.prefix(3).joined(separator: ", ")
        return titles.isEmpty ? CountText.text(keys.count, "key") : "its titles: \(titles)"
    }

    /// Whether keys are found by asset id at all: some formats have none.
    package var hasAssetIDs: Bool { !indicesByAssetID.isEmpty }
}
