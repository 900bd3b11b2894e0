package import Failures
package import FoundationEssentials

extension SQLKeyStore {
    package func addSignalling(_ signalling: [Signalling]) throws(RunFailure) {
        for item in signalling {
            try item.check()
        }
        guard !signalling.isEmpty else { return }
        let titles = try titles(of: signalling.map(\.keyID))
        try writeKeys(excluding: Set(titles.values.map { .title($0) })) { (writer) throws(RunFailure) in
            for item in signalling {
                guard let contentID = titles[item.keyID] else { throw .unknownKey(item.keyID) }
                try writer.add(item, to: contentID)
            }
        }
    }

    package func signalling(of keyID: UUID) throws(RunFailure) -> [Signalling] {
        let statement = SQLStatement(
            "SELECT \(Signalling.columns) FROM signalling WHERE key_id = ? ORDER BY id",
            [SQLValue(keyID)]
        )
        let rows = try rows(of: [statement])[0]
        return try labelingErrors { () throws(RunFailure) in
            try rows.map { (row) throws(RunFailure) in try Signalling(row) }
        }
    }
}

/// Lists in a column, as JSON.
enum JSONColumn {
    static func encode(_ value: some Encodable) throws(RunFailure) -> String {
        guard let bytes = try? JSONEncoder().encode(value) else {
            throw .fault("a list for the key store that cannot be written as JSON")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ text: String, reason: String) throws(RunFailure) -> Value {
        guard let value = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) else {
            throw .corrupted(path: SQLRow.unnamedStore, reason: reason)
        }
        return value
    }
}

extension Signalling {
    private static let textLimit = 65_536
    /// The maximum number of asset ids; rules give a few, and one line of a backup must hold all of them.
    private static let assetIDLimit = 1000

    static let columns = """
        key_id, system, method, key_uri, key_format, key_format_versions, asset_ids, template, tree, created_at,
        scheme
        """

    /// Reads a signalling from a row of ``columns``.
    init(_ row: SQLRow) throws(RunFailure) {
        self.init(
            keyID: try row.uuid(0),
            system: try row.text(1),
            method: try row.text(2),
            scheme: try row.optionalText(10),
            keyURI: try row.text(3),
            keyFormat: try row.optionalText(4),
            keyFormatVersions: try row.optionalText(5),
            assetIDs: try JSONColumn.decode(row.text(6), reason: "malformed asset ids of a key"),
            template: try row.optionalText(7),
            tree: try row.text(8),
            createdAt: try row.date(9)
        )
    }

    /// Indicates whether this adds something to the signalling of its key.
    func isNew(beside stored: [Signalling]) -> Bool {
        let twins = stored.filter { $0.isSame(as: self) }
        return twins.isEmpty || !Set(twins.flatMap(\.assetIDs)).isSuperset(of: assetIDs)
    }

    /// Indicates whether both are the same except for asset ids, template and time, of which the first are
    /// kept.
    private func isSame(as other: Signalling) -> Bool {
        let mine = [system, method, scheme, keyURI, keyFormat, keyFormatVersions, tree]
        let theirs = [
            other.system, other.method, other.scheme, other.keyURI, other.keyFormat, other.keyFormatVersions,
            other.tree,
        ]
        return keyID == other.keyID
            && zip(mine, theirs).allSatisfy { ($0.map { Array($0.utf8) }) == ($1.map { Array($0.utf8) }) }
    }

    /// Throws if a database would not return the values unchanged.
    package func check() throws(RunFailure) {
        let requiredTexts = [("key system", system), ("method", method), ("key URI", keyURI), ("tree", tree)]
        let optionalTexts = [
            ("key format", keyFormat), ("key format versions", keyFormatVersions), ("template", template),
            ("scheme", scheme),
        ]
        guard assetIDs.count <= Self.assetIDLimit else {
            throw .invalidField(
                name: "list of asset ids of a key URI",
                found: "\(assetIDs.count)",
                expected: "\(Self.assetIDLimit) or fewer"
            )
        }
        for (name, text) in requiredTexts {
            _ = try RecordText(text, name: name, limit: Self.textLimit)
        }
        for case (let name, let text?) in optionalTexts {
            _ = try RecordText(text, name: name, limit: Self.textLimit)
        }
    }
}
