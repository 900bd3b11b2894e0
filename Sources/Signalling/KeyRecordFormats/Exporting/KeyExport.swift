import Ciphers
package import KeyStore
package import ProtectionTerms
package import WipedMemory

/// One export: keys go in one after the other, bytes of a file come out in pieces.
///
/// Every way to a file goes through ``append(_:)``, the one place that looks at what a format can hold.
package struct KeyExport {
    private static let revoked =
        "they are revoked, which this format cannot say. Have the key server delete them"

    private var exporter: any KeyExporter
    private let format: any KeyExporter.Type
    private let longerKeys: LongerKeys
    private let file: ExportText
    /// Nil keeps the file.
    private let sink: ((Span<UInt8>) throws(KeyStoreError) -> Void)?
    /// How many keys were written.
    package private(set) var writtenCount = 0
    /// How many keys were left out, by the reason.
    package private(set) var leftOut: [String: LeftOutKeys] = [:]
    /// How many of the written keys have a term in their policy that the format cannot say.
    package private(set) var unsaid: [KeyPolicyTerm: Int] = [:]

    /// An export with nothing in it yet.
    ///
    /// - Parameters:
    ///   - format: one of ``ExportFormats``.
    ///   - settings: what it is to be like.
    ///   - longerKeys: what becomes of keys that are longer than those of the format.
    ///   - sink: takes the pieces of the file; they must not be kept.
    /// - Throws: `.notExportable` for settings with which the format cannot be.
    package init(
        _ format: any KeyExporter.Type,
        _ settings: ExportSettings,
        _ longerKeys: LongerKeys = .refused,
        to sink: @escaping (Span<UInt8>) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) {
        self.init(try format.init(settings), longerKeys, try Self.envelope(format, settings), to: sink)
    }

    /// An export that keeps the file, for few keys.
    ///
    /// - Parameters:
    ///   - format: one of ``ExportFormats``.
    ///   - settings: what it is to be like.
    ///   - longerKeys: what becomes of keys that are longer than those of the format.
    /// - Throws: `.notExportable` for settings with which the format cannot be.
    package init(
        keeping format: any KeyExporter.Type,
        _ settings: ExportSettings,
        _ longerKeys: LongerKeys = .refused
    ) throws(KeyStoreError) {
        self.init(try format.init(settings), longerKeys, try Self.envelope(format, settings), to: nil)
    }

    fileprivate init(
        _ exporter: any KeyExporter,
        _ longerKeys: LongerKeys,
        _ envelope: ExportEnvelope?,
        to sink: ((Span<UInt8>) throws(KeyStoreError) -> Void)?
    ) {
        self.exporter = exporter
        file = ExportText(in: envelope)
        format = type(of: exporter)
        self.longerKeys = longerKeys
        self.sink = sink
    }

    /// What encrypts the file as a whole; nil for a format or settings that do not.
    private static func envelope(
        _ format: any KeyExporter.Type,
        _ settings: ExportSettings
    ) throws(KeyStoreError) -> ExportEnvelope? {
        guard format.isEncryptedWhole, !settings.recipients.isEmpty else { return nil }
        return try ExportEnvelope(recipients: settings.recipients)
    }

    /// Whether ``survey(_:)`` has to be told all keys before the first one is added.
    package var surveysKeys: Bool { format.surveysKeys }

    /// The file, as far as it is kept.
    package var contents: SecretBytes { file.text.contents }

    /// What is said of the file.
    package var notes: [String] { exporter.notes }

    /// Looks at a key that is going to be added.
    package mutating func survey(_ key: ExportableKey) {
        guard key.state != .revoked || format.hasTombstones,
            format.keyLengths.contains(key.record.key.length)
        else { return }
        exporter.survey(key)
    }

    /// Adds a key; keys come in the order of their identity.
    ///
    /// - Parameter key: the key, with what is known of it.
    /// - Returns: what became of it.
    /// - Throws: `.notExportable` for what the format cannot say; nothing of that key has reached the sink.
    package mutating func append(_ key: ExportableKey) throws(KeyStoreError) -> ExportOutcome {
        let outcome = try outcome(of: key)
        switch outcome {
        case .written:
            writtenCount += 1
            for (term, _) in key.policy?.terms.values ?? [] where !format.policyTerms.contains(term) {
                unsaid[term, default: 0] += 1
            }
        case .leftOut(let reason): leftOut[reason, default: LeftOutKeys()].add(key.record.keyID)
        }
        if let sink { try file.flush(isLast: false, to: sink) }
        return outcome
    }

    private mutating func outcome(of key: ExportableKey) throws(KeyStoreError) -> ExportOutcome {
        if key.state == .revoked, !format.hasTombstones { return .leftOut(reason: Self.revoked) }
        if key.state != .revoked, let exposure = key.record.exposure {
            throw .notExportable(
                reason:
                    "\(key.record.identity): \(exposure.words). Protect the title with --new-key, then revoke this key"
            )
        }
        let length = key.record.key.length
        guard !format.keyLengths.contains(length) else { return try exporter.append(key, to: file) }
        let what =
            "\(length.byteCount) bytes (AES-256-GCM), and \(format.name) has keys of "
            + "\(KeyLength.bits128.byteCount). Export"
        let others = ExportFormats.names(holding: length).joined(separator: ", ")
        if longerKeys == .leftOut { return .leftOut(reason: "they have \(what) them as \(others)") }
        // A format that is for DRM systems may leave it out, as it has no such use.
        let outcome = try exporter.append(key, to: file)
        guard outcome == .written else { return outcome }
        throw .notExportable(
            reason:
                "\(key.record.identity): its key has \(what) it as \(others), or name other keys with --content-id"
        )
    }

    /// Ends the file.
    package mutating func finish() throws(KeyStoreError) {
        try exporter.finish(file)
        if let sink { try file.flush(isLast: true, to: sink) } else { try file.keepWhole() }
    }
}

extension KeyExporter {
    /// The bytes of a file with `keys`, for few of them; never encrypted as a whole.
    ///
    /// - Parameter keys: the keys, in the order of their identity.
    /// - Returns: the file.
    /// - Throws: `.notExportable` for what the format cannot say.
    package func export(_ keys: [ExportableKey]) throws(KeyStoreError) -> SecretBytes {
        var export = KeyExport(self, .refused, nil, to: nil)
        if Self.surveysKeys { for key in keys { export.survey(key) } }
        for key in keys {
            _ = try export.append(key)
        }
        try export.finish()
        return export.contents
    }
}
