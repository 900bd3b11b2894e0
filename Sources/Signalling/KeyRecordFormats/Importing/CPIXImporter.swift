import CPIXDocuments
import Ciphers
import Failures
import FoundationEssentials
import HLSPlaylists
import KeyStore
import ProtectionTerms
import TextFormats

/// The importer of CPIX documents in all dialects, and of replies from SPEKE servers.
enum CPIXImporter: KeyImporter {
    static let names = ["cpix", "cpix-2.3", "cpix-2.4", "speke-2"]

    static func recognizes(_ input: ImportInput) -> Bool {
        let trimmedRange = input.trimmed(input.range)
        guard !trimmedRange.isEmpty, input[trimmedRange.lowerBound] == UInt8(ascii: "<") else { return false }
        // Searches for the name of the root element, which may follow a declaration, comments and a prefix.
        let name = Array("CPIX".utf8)
        return trimmedRange.prefix(1024).dropLast(name.count - 1).contains { offset in
            name.indices.allSatisfy { input[offset + $0] == name[$0] }
        }
    }

    static func rows(of input: ImportInput, _ settings: ImportSettings) throws(RunFailure) -> [ImportRow] {
        let document: CPIXDocument
        do throws(CPIXError) {
            document = try CPIXReader.read(input.contents, privateKey: settings.privateKey)
        } catch {
            throw RunFailure(reading: error, input.name, keyOption: privateKeyOption)
        }
        return try rows(of: document, input.name, keyOption: privateKeyOption, period: settings.period)
    }

    /// The option of `keys import` for the private key that decrypts keys.
    private static let privateKeyOption = CommandOption.privateKey.rawValue

    /// Returns the contents of a document by key.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - name: the name of the file, for errors.
    ///   - keyOption: the option for the private key that decrypts keys, for errors.
    ///   - period: the key period of all keys, or nil to use those of the document.
    /// - Returns: a row for each key.
    /// - Throws: `.malformedDocument` if a key cannot be imported.
    static func rows(
        of document: CPIXDocument,
        _ name: String,
        keyOption: String,
        period: Int? = nil
    ) throws(RunFailure) -> [ImportRow] {
        let rules = Dictionary(grouping: document.usageRules, by: \.kid)
        let systems = Dictionary(grouping: document.drmSystems, by: \.kid)
        let isNumbered = period == nil && document.usageRules.contains { !$0.periodIDs.isEmpty }
        let numbers = isNumbered ? try CPIXPeriodNumbers(document.periods, name: name).numbers : [:]
        var rows: [ImportRow] = []
        for key in document.contentKeys {
            var row = try row(of: key, document, rules[key.kid] ?? [], name, keyOption)
            row.period =
                if let period { period } else { try self.period(of: rules[key.kid] ?? [], numbers, row) }
            for system in systems[key.kid] ?? [] { add(system, of: key, to: &row) }
            rows.append(row)
        }
        return rows
    }

    private static func row(
        of key: CPIXContentKey,
        _ document: CPIXDocument,
        _ rules: [CPIXUsageRule],
        _ name: String,
        _ keyOption: String
    ) throws(RunFailure) -> ImportRow {
        var row = ImportRow(location: "\(name): ContentKey \(key.kid.uuidString.lowercased())")
        guard key.dependsOnKey == nil else {
            throw row.error("it depends on another key; key hierarchies are not supported")
        }
        guard let secret = key.key else {
            throw row.error(
                "there is no key, or it is encrypted",
                remedy: "Give the recipient's key with \(keyOption)."
            )
        }
        // All schemes in CPIX use AES-128.
        if let scheme = key.scheme, secret.length != .bits128 {
            throw row.error(
                "the key has \(secret.length.byteCount) bytes, and its scheme \(scheme.prefix(64)) requires 16",
                remedy: "Correct it."
            )
        }
        row.contentID = key.contentID ?? document.contentID ?? document.id
        row.keyID = key.kid
        row.key = secret
        row.iv = key.explicitIV
        row.scheme = CPIXScheme.signalled(key.scheme)?.scheme
        if let level = key.hdcpLevel {
            row.terms.hdcp = try ImportFieldParser(location: row.location).hdcp(level, "HLSHDCPLevel")
        }
        row.track =
            rules.isEmpty
            ? (document.contentKeys.count == 1 ? TrackClass.wholePresentation : nil)
            : CPIXTrack.track(of: rules)
        return row
    }

    private static func period(
        of rules: [CPIXUsageRule],
        _ numbers: [String: Int],
        _ row: ImportRow
    ) throws(RunFailure) -> Int? {
        let ids = Set(rules.flatMap(\.periodIDs))
        guard !ids.isEmpty else { return nil }
        guard ids.count == 1, let id = ids.first, let number = numbers[id] else {
            throw row.error(
                "its usage rules name \(CountText.text(ids.count, "period")), or an unknown one",
                expected: "one that the document lists",
                remedy: "Import it with \(CommandOption.period)."
            )
        }
        return number
    }

    private static func add(_ system: CPIXDRMSystem, of key: CPIXContentKey, to row: inout ImportRow) {
        let media = (system.mediaLines ?? []).map(EncryptionKey.lineWithoutEmptyKeyFormat)
        let session = (system.multivariantLines ?? []).map(EncryptionKey.lineWithoutEmptyKeyFormat)
        if !media.isEmpty || !session.isEmpty {
            row.lines.append(SuppliedLines(systemID: system.systemID, media: media, session: session))
        }
        let keyLines = (media.isEmpty ? session : media).compactMap(CPIXSignalling.key)
        for line in keyLines where line.method != .none {
            guard let uri = line.uri, !uri.isEmpty,
                let method = ProtectionMethod(playlistName: line.method.name)?.rawValue
            else { continue }
            add(line, uri, method, key, to: &row)
        }
        guard keyLines.isEmpty, let uri = system.keyURI, !uri.isEmpty else { return }
        let knownSystem = KeySystem.namedSystems.first { $0.systemIDs.contains(system.systemID) }
        guard let format = system.keyFormat ?? knownSystem?.keyFormat else {
            row.warnings.append(
                "the URIExtXKey of key system \(system.systemID.uuidString.lowercased()) is ignored: KeyFormat is absent or "
                    + "empty, and the system is unknown (expected a KeyFormat). Correct the document, or give \(CommandOption.keyURI)"
            )
            return
        }
        let line = EncryptionKey(
            method: .sampleAES,
            uri: uri,
            keyFormat: format,
            keyFormatVersions: system.keyFormatVersions ?? (format == EncryptionKey.identity ? nil : "1")
        )
        add(line, uri, method(of: key), key, to: &row)
    }

    /// Returns the method for a URI that came without a line: that of the scheme, or AES-256-GCM for a longer
    /// key, which has no scheme.
    private static func method(of key: CPIXContentKey) -> String {
        if key.key?.length == .bits256 { return ProtectionMethod.aes256GCM.rawValue }
        return CPIXScheme.signalled(key.scheme)?.method ?? ImportSettings.defaultMethod
    }

    private static func add(
        _ line: EncryptionKey,
        _ uri: String,
        _ method: String,
        _ key: CPIXContentKey,
        to row: inout ImportRow
    ) {
        let methodAndScheme = CPIXScheme.signalled(key.scheme)
        var signal = ImportedSignal(
            system: KeySystem(written: line.keyFormat).name,
            method: method,
            scheme: methodAndScheme?.method == method ? methodAndScheme?.scheme : nil,
            keyURI: uri,
            keyFormat: line.keyFormat == EncryptionKey.identity ? nil : line.keyFormat,
            keyFormatVersions: line.keyFormatVersions
        )
        signal.deriveAssetIDs()
        row.add(signal)
    }
}

extension RunFailure {
    /// Creates the import error for an error of the CPIX reader.
    init(reading error: CPIXError, _ name: String, keyOption: String) {
        switch error {
        case .malformed(let line, let element, let reason):
            self = .malformedDocument(location: "\(name):\(line)", reason: "\(element): \(reason)")
        case .noDelivery:
            self = .malformedDocument(
                location: name,
                reason:
                    "its keys are encrypted to other recipients, not to the owner of the private key given",
                remedy: "Give the private key of one of its recipients with \(keyOption)."
            )
        default:
            self =
                error.missingLibrary.map { .missingLibrary($0) }
                ?? .malformedDocument(location: name, reason: "\(error)")
        }
    }
}
