package import Failures
package import FoundationEssentials

extension SQLKeyStore {
    package func addSignalling(_ signalling: [Signalling]) throws(RunFailure) {
        for item in signalling {
            try item.check()
        }
        try write { (session, log) throws(RunFailure) in
            for item in signalling { try add(item, in: session, log) }
        }
    }

    /// Records a signalling, unless it adds nothing new.
    func add(_ item: Signalling, in session: any SQLSession, _ log: AuditLog) throws(RunFailure) {
        let identity = try identity(of: item.keyID, in: session)
        try refuseRevoked(item.keyID, identity, in: session)
        try checkURI(of: item, identity, in: session)
        guard try insert(item, into: session) else { return }
        let detail = "\(item.system), \(item.method), tree \(item.tree)"
        try log.append(.signal, key: item.keyID, identity, detail: detail)
    }

    package func signalling(of keyID: UUID) throws(RunFailure) -> [Signalling] {
        try read { (session) throws(RunFailure) in
            var signalling: [Signalling] = []
            for row in try session.query(
                "SELECT \(Signalling.columns) FROM signalling WHERE key_id = ? ORDER BY id",
                [SQLValue(keyID)]
            ) {
                signalling.append(try Signalling(row))
            }
            return signalling
        }
    }

    /// Throws if the URI already names another key of the same title.
    ///
    /// Several titles may share a URI; then the session distinguishes them.
    private func checkURI(
        of item: Signalling,
        _ identity: KeyIdentity,
        in session: any SQLSession
    ) throws(RunFailure) {
        let row = try session.first(
            """
            SELECT content_keys.content_id, content_keys.track, content_keys.period, content_keys.generation
            FROM signalling JOIN content_keys ON content_keys.key_id = signalling.key_id
            WHERE signalling.key_uri = ? AND content_keys.content_id = ? AND content_keys.key_id != ? LIMIT 1
            """,
            [.text(item.keyURI), .text(identity.contentID.value), SQLValue(item.keyID)]
        )
        if let row { throw .uriNamesAnotherKey(try row.identity()) }
    }

    /// Inserts a signalling; returns false if it adds nothing new.
    ///
    /// Writers run one after the other, so reading before inserting is safe.
    private func insert(_ item: Signalling, into session: any SQLSession) throws(RunFailure) -> Bool {
        var knownAssetIDs: Set<AssetIDRecord>?
        for row in try session.query(
            """
            SELECT \(Signalling.columns) FROM signalling
            WHERE key_id = ? AND system = ? AND method = ? AND key_uri = ? AND tree = ?
            """,
            [
                SQLValue(item.keyID), .text(item.system), .text(item.method), .text(item.keyURI),
                .text(item.tree),
            ]
        ) {
            let storedSignalling = try Signalling(row)
            if storedSignalling.isSame(as: item) {
                knownAssetIDs = (knownAssetIDs ?? []).union(storedSignalling.assetIDs)
            }
        }
        if let knownAssetIDs, knownAssetIDs.isSuperset(of: item.assetIDs) { return false }
        let assetIDs = try JSONColumn.encode(item.assetIDs)
        try session.execute(
            """
            INSERT INTO signalling (\(Signalling.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                SQLValue(item.keyID), .text(item.system), .text(item.method), .text(item.keyURI),
                SQLValue(item.keyFormat), SQLValue(item.keyFormatVersions), .text(assetIDs),
                SQLValue(item.template), .text(item.tree), SQLValue(item.createdAt), SQLValue(item.scheme),
            ]
        )
        return true
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

    /// Indicates whether both are the same except for asset ids, template and time, of which the first are
    /// kept.
    fileprivate func isSame(as other: Signalling) -> Bool {
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
