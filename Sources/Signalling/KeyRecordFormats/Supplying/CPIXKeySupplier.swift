import CPIXDocuments
package import Ciphers
package import Failures
package import FoundationEssentials
package import KeyStore
import ProtectionTerms

/// A supplier of the keys in a CPIX document, whose usage rules select the keys and whose lines are written
/// into playlists.
package struct CPIXKeySupplier: KeySupplier {
    package let label: String
    /// The content id of the title in the document, or nil if it has none.
    package let contentID: String?
    /// Warnings about unusual keys, for people; they never contain a byte of a key.
    package let warnings: [String]
    package var selection: (any KeySelection)? { rules }

    /// The option of `protect` and `package` for the private key that decrypts keys.
    private static let privateKeyOption = CommandOption.cpixKey.rawValue
    private let rules: CPIXKeySelection
    private let keys: [UUID: ImportedKey]
    private let uris: CPIXKeyURIs
    package let signalledSystems: Set<UUID>

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - input: the file.
    ///   - privateKey: decrypts keys that are encrypted to its certificate, or nil if none was given.
    ///   - contentID: the title, which must be that of the document, or nil if none was given.
    /// - Throws: `.malformedDocument` if the document cannot be read or is for another title.
    package init(
        reading input: ImportInput,
        privateKey: PrivateKey?,
        contentID: ContentID?
    ) throws(RunFailure) {
        let document: CPIXDocument
        do throws(CPIXError) {
            document = try CPIXReader.read(input.contents, privateKey: privateKey)
        } catch {
            throw RunFailure(reading: error, input.name, keyOption: Self.privateKeyOption)
        }
        try self.init(document, name: input.name, contentID: contentID)
    }

    /// Creates a supplier of the keys in a document.
    init(_ document: CPIXDocument, name: String, contentID: ContentID?) throws(RunFailure) {
        label = name
        let titles = Set([document.contentID] + document.contentKeys.map(\.contentID)).compactMap(\.self)
        // SPEKE v1 has the title in `@id`, which may also be any other name.
        self.contentID = titles.first ?? document.id
        if let contentID, let otherTitle = titles.first(where: { $0 != contentID.value }) {
            throw .malformedDocument(
                location: name,
                reason:
                    "its keys are of title \(otherTitle), but \(CommandOption.contentID) is \(contentID)",
                remedy: "Leave one of the two out."
            )
        }
        rules = try CPIXKeySelection(document, name: name)
        var settings = ImportSettings()
        settings.tracks = rules.trackPeriods.mapValues(\.track)
        settings.contentID = contentID
        let keyImport = try KeyImport(
            rows: try CPIXImporter.rows(of: document, name, keyOption: Self.privateKeyOption),
            settings,
            name: name
        )
        warnings = try keyImport.warnings + Self.warnings(document, name)
        var keys: [UUID: ImportedKey] = [:]
        for key in keyImport.keys { keys[key.draft.keyID ?? KeyImport.placeholderKeyID] = key }
        self.keys = keys
        uris = CPIXKeyURIs(document)
        signalledSystems = Set(
            keys.values.flatMap { key in
                key.lines.map(\.systemID)
                    + key.signalling.flatMap { KeySystem(recordName: $0.system).systemIDs }
            }
        )
    }

    package func keys(
        for requirements: [KeyRequirement],
        systems: [UUID],
        in store: any KeyRecordStore
    ) throws(RunFailure) -> [SuppliedKey] {
        var requestedKeys: [(key: ImportedKey, identity: KeyIdentity)] = []
        for requirement in requirements {
            let trackPeriod = CPIXKeySelection.TrackPeriod(
                track: requirement.identity.track,
                period: requirement.identity.period
            )
            guard let kid = rules.trackPeriods.first(where: { $0.value == trackPeriod })?.key,
                let key = keys[kid]
            else {
                throw .malformedDocument(
                    location: label,
                    reason: "there is no key for \(requirement.identity)"
                )
            }
            try checkLength(of: key, requirement)
            requestedKeys.append((key, try identity(of: kid, requirement.identity, store)))
        }
        let records = try store.findOrCreate(
            requestedKeys.map { key, identity in
                KeyDraft(
                    identity: identity,
                    keyID: key.draft.keyID,
                    key: key.draft.key,
                    iv: key.draft.iv,
                    origin: .imported
                )
            }
        )
        return try zip(zip(requestedKeys, records), requirements).map {
            (pair, requirement) throws(RunFailure) in
            let key = pair.0.key
            let lines = key.lines + (try uris.lines(of: key, requirement))
            return SuppliedKey(record: pair.1, lines: lines)
        }
    }

    /// Throws if a key has another length than the method requires, before it is stored.
    private func checkLength(
        of key: ImportedKey,
        _ requirement: KeyRequirement
    ) throws(RunFailure) {
        guard let secret = key.draft.key, secret.length != requirement.method.keyLength else { return }
        throw .malformedDocument(
            location: label,
            reason:
                "the key of \(requirement.identity) has \(secret.length.byteCount) bytes, expected "
                + "\(requirement.method.keyLength.byteCount) for this method",
            remedy: "Use another \(CommandOption.method), or a document with such a key."
        )
    }

    /// Returns warnings about contents of the document that are ignored: times of periods, and PSSH boxes.
    private static func warnings(_ document: CPIXDocument, _ name: String) throws(RunFailure) -> [String] {
        var warnings: [String] = []
        if document.periods.count > 1, try CPIXPeriodNumbers(document.periods, name: name).hasTimes {
            warnings.append(
                "\(name): its key periods have times, which are ignored: the periods follow in their order, and begin where \(CommandOption.rotateEvery) states"
            )
        }
        if document.drmSystems.contains(where: { $0.pssh?.isEmpty == false }) {
            warnings.append(
                "\(name): its PSSH boxes are not used; initialization sections get boxes that fairlead makes"
            )
        }
        return warnings
    }

    /// Returns the stored identity of a key that was imported under another track, or else the given one.
    private func identity(
        of kid: UUID,
        _ identity: KeyIdentity,
        _ store: any KeyRecordStore
    ) throws(RunFailure) -> KeyIdentity {
        guard let storedIdentity = try store.record(keyID: kid)?.identity,
            storedIdentity.contentID == identity.contentID
        else {
            return identity
        }
        return storedIdentity
    }
}
