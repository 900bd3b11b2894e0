import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms

extension KeyImport {
    /// Merges the rows of each key; throws if they contradict each other.
    init(rows: [ImportRow], _ settings: ImportSettings, name: String) throws(RunFailure) {
        var mergedRows: [ImportRow] = []
        var indicesByName: [KeyName: Int] = [:]
        for row in try Self.completed(rows, settings, name) {
            let identity = try Self.identity(of: row)
            let keyName = KeyName(row.keyID, identity)
            if let index = indicesByName[keyName] {
                try mergedRows[index].merge(row)
            } else {
                indicesByName[keyName] = mergedRows.count
                mergedRows.append(row)
            }
        }
        guard !mergedRows.isEmpty else {
            throw .malformedDocument(location: name, reason: "there is no key in it")
        }
        let identities = try Self.distinctIdentities(of: mergedRows)
        warnings = ImportWarnings.warnings(of: mergedRows)
        keys = zip(mergedRows, identities).map { row, identity in
            ImportedKey(
                draft: KeyDraft(
                    identity: identity,
                    keyID: row.keyID,
                    key: row.key,
                    iv: row.iv,
                    origin: .imported
                ),
                signalling: row.signals.map {
                    $0.signalling(keyID: row.keyID ?? Self.placeholderKeyID, tree: settings.tree)
                },
                terms: row.terms == KeyPolicyTerms() ? nil : row.terms,
                state: row.state,
                lines: row.lines
            )
        }
    }

    /// Throws if settings name a key that is not in the file: a mistyped id would otherwise be ignored
    /// silently.
    func checkNamed(in settings: ImportSettings, name: String) throws(RunFailure) {
        let presentKeyIDs = Set(keys.compactMap(\.draft.keyID))
        let namedKeyIDs = [
            (CommandOption.track.rawValue, Set(settings.tracks.keys)),
            (CommandOption.keyURI.rawValue, Set(settings.keyURIs.keys)),
        ]
        for (option, ids) in namedKeyIDs {
            guard let id = ids.subtracting(presentKeyIDs).map({ $0.uuidString.lowercased() }).min() else {
                continue
            }
            throw .malformedDocument(
                location: name,
                reason: "it does not contain the key \(id), which \(option) names"
            )
        }
    }

    /// The placeholder for the id of a key to which the store will assign one.
    static let placeholderKeyID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The identifier of the key that a row describes: the key id, or the identity if there is none.
    private struct KeyName: Hashable {
        let keyID: UUID?
        let identity: KeyIdentity?

        init(_ keyID: UUID?, _ identity: KeyIdentity) {
            self.keyID = keyID
            self.identity = keyID == nil ? identity : nil
        }
    }

    /// Returns the rows completed by the settings.
    private static func completed(
        _ rows: [ImportRow],
        _ settings: ImportSettings,
        _ name: String
    ) throws(RunFailure) -> [ImportRow] {
        let hasOneKey = Set(rows.map(\.keyID)).count == 1 && rows.allSatisfy { $0.key == rows.first?.key }
        guard
            hasOneKey || settings.keyID == nil && settings.iv == nil && settings.keyURI == nil || rows.isEmpty
        else {
            throw .severalKeys(
                location: name,
                options: "\(CommandOption.keyID), \(CommandOption.iv) and \(CommandOption.keyURI) URI"
            )
        }
        var completed: [ImportRow] = []
        for var row in rows {
            if row.keyID == nil, hasOneKey { row.keyID = settings.keyID }
            if row.iv == nil, hasOneKey { row.iv = settings.iv }
            row.contentID = settings.contentID?.value ?? row.contentID
            row.track = row.keyID.flatMap { settings.tracks[$0] } ?? settings.track ?? row.track
            row.period = settings.period ?? row.period
            row.generation = settings.generation ?? row.generation
            if let uri = row.keyID.flatMap({ settings.keyURIs[$0] }) ?? (hasOneKey ? settings.keyURI : nil) {
                let method = settings.method ?? ImportSettings.defaultMethod
                row.add(ImportedSignal(givenURI: uri, method: method, scheme: row.scheme))
            }
            guard row.keyID != placeholderKeyID else {
                throw row.error("the key id is all zeros, which means that there is no key")
            }
            guard row.key != nil || row.state == .revoked else { throw row.error("there is no key") }
            if let key = row.key, let exposure = KeyExposure(of: key, iv: row.iv, keyID: row.keyID) {
                throw row.error(
                    "the key is not accepted: \(exposure.description)",
                    remedy: "Give another \(exposure.rawValue)."
                )
            }
            if let key = row.key { try checkTexts(of: row, key) }
            try checkMethods(of: row)
            completed.append(row)
        }
        return completed
    }

    /// Throws if key URIs, playlist lines, the title or the track disclose the key or a part of it.
    private static func checkTexts(of row: ImportRow, _ key: ContentKey) throws(RunFailure) {
        let texts = [
            ("content id", [row.contentID].compactMap(\.self)), ("track", [row.track].compactMap(\.self)),
            ("key URI", row.signals.map(\.keyURI)),
            ("playlist line", row.lines.flatMap { $0.media + $0.session }),
        ]
        for (name, texts) in texts where texts.contains(where: key.isDisclosed(byText:)) {
            throw row.error(
                "the key is not accepted: its \(name) reveals the key or a part of it",
                remedy: "Give another \(name)."
            )
        }
    }

    /// Throws if a key has another length than the method that it is signalled for.
    private static func checkMethods(of row: ImportRow) throws(RunFailure) {
        guard let key = row.key else { return }
        for method in row.signals.map(\.method) {
            let expected = KeyLength(ofMethod: method)
            guard key.length != expected else { continue }
            throw row.error(
                "the key has \(key.length.byteCount) bytes, and \(method) requires \(expected.byteCount)",
                remedy:
                    "Correct the key or the method (for \(CommandOption.keyURI): \(CommandOption.method))."
            )
        }
    }

    private static func identity(of row: ImportRow) throws(RunFailure) -> KeyIdentity {
        guard let contentID = row.contentID else {
            throw row.error(
                "the title of the key is not stated",
                remedy: "Give \(CommandOption.contentID)."
            )
        }
        guard let track = row.track else {
            let id = row.keyID?.uuidString.lowercased() ?? "KEY-ID"
            throw row.error(
                "the track of the key is not stated",
                remedy: "Give \(CommandOption.track) TRACK or \(CommandOption.track) \(id)=TRACK."
            )
        }
        return try mapErrors(to: { $0.located(at: row.location) }) { () throws(RunFailure) in
            try KeyIdentity(
                contentID: try ContentID(contentID),
                track: track,
                period: row.period ?? 0,
                generation: row.generation ?? 1
            )
        }
    }

    /// Returns the identities of the rows; throws if two are equal.
    private static func distinctIdentities(of rows: [ImportRow]) throws(RunFailure) -> [KeyIdentity] {
        var seen: [KeyIdentity: String] = [:]
        var identities: [KeyIdentity] = []
        for row in rows {
            let identity = try identity(of: row)
            if let otherLocation = seen.updateValue(row.location, forKey: identity) {
                throw row.error(
                    "a second key for \(identity), after the one at \(otherLocation)",
                    remedy:
                        "Tell them apart with \(CommandOption.track) KEY-ID=TRACK, or import one key at a time."
                )
            }
            identities.append(identity)
        }
        return identities
    }
}

extension ImportRow {
    /// Adds the data of another row about the same key; throws if they contradict each other.
    mutating func merge(_ other: ImportRow) throws(RunFailure) {
        func agree<Value: Equatable>(_ mine: Value?, _ theirs: Value?, _ field: String) throws(RunFailure)
            -> Value?
        {
            guard let mine, let theirs, mine != theirs else { return mine ?? theirs }
            throw other.error("the \(field) differs from the one at \(location) for the same key")
        }
        // Compares bytes, because strings that are equal to Swift (canonically equivalent) may be different
        // names.
        _ = try agree(contentID.map { Array($0.utf8) }, other.contentID.map { Array($0.utf8) }, "content id")
        _ = try agree(track.map { Array($0.utf8) }, other.track.map { Array($0.utf8) }, "track")
        contentID = contentID ?? other.contentID
        track = track ?? other.track
        period = try agree(period, other.period, "period")
        generation = try agree(generation, other.generation, "generation")
        key = try agree(key, other.key, "content key")
        iv = try agree(iv, other.iv, "IV")
        scheme = try agree(scheme, other.scheme, "scheme")
        guard state == other.state else {
            throw other.error("the state differs from the one at \(location) for the same key")
        }
        guard terms == other.terms else {
            throw other.error("the policy differs from the one at \(location) for the same key")
        }
        lines += other.lines.filter { !lines.contains($0) }
        warnings += other.warnings.filter { !warnings.contains($0) }
        listedAssetIDs += other.listedAssetIDs
        assetIDsWithoutURI += other.assetIDsWithoutURI.filter { !assetIDsWithoutURI.contains($0) }
        for signal in other.signals { add(signal) }
        guard signals.count <= Self.signalLimit else {
            throw other.error(
                "more than \(Self.signalLimit) key URIs of one key",
                remedy: "Divide the file."
            )
        }
    }

    /// The greatest number of key URIs for one key, because each is compared with all others; real keys have
    /// far fewer.
    static let signalLimit = 1000

    /// Adds signalling, or only its asset ids if the same signalling exists.
    mutating func add(_ signal: ImportedSignal) {
        guard let index = signals.firstIndex(where: { $0.isSame(as: signal) }) else {
            signals.append(signal)
            return
        }
        signals[index].assetIDs += signal.assetIDs.filter { !signals[index].assetIDs.contains($0) }
    }
}
