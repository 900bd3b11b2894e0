import CommandLineParts
import Failures
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import ProtectionTerms
import StoreFiles

/// An export of keys from a store to a file of one format.
struct KeyExportRun {
    let store: ExportStore
    let format: ExportFormat
    let settings: ExportSettings
    let selection: KeySelectionOptions
    let output: String?

    /// The treatment of keys that are too long for the format: an export of all keys leaves them out.
    private var longerKeys: LongKeyHandling { selection.namesKeys ? .refused : .leftOut }

    /// Writes the selected keys.
    func export() throws {
        try SecretFile.write(to: output) { sink throws in
            try withoutActuallyEscaping(sink) { sink throws in
                var export = try KeyExport(format, settings, longerKeys, to: sink)
                var missing = selection.ids
                if export.surveysKeys { try forEachKey { export.survey($0) } }
                try forEachKey { (key) throws(RunFailure) in
                    missing.remove(key.record.keyID)
                    _ = try export.append(key)
                }
                if let id = missing.sorted(by: { $0.uuidString < $1.uuidString }).first {
                    throw KeySelectionOptions.noSuchKey(id)
                }
                guard export.writtenCount > 0 || !export.skippedKeys.isEmpty || selection.isAll else {
                    throw KeySelectionOptions.noSuchKey
                }
                if export.writtenCount == 0,
                    let (reason, keys) = export.skippedKeys.min(by: { $0.key < $1.key })
                {
                    throw RunFailure.notExportable(reason: reason, remedy: keys.remedy.map { $0 + "." })
                }
                try export.finish()
                warn(of: export)
            }
        }
    }

    /// Writes the selected keys that a license server does not have, and records their delivery after they
    /// are written.
    func deliver(to licenseServer: String) throws {
        var delivered: [DeliveredKey] = []
        try SecretFile.write(to: output) { sink throws in
            try withoutActuallyEscaping(sink) { sink throws in
                var export = try KeyExport(format, settings, longerKeys, to: sink)
                if export.surveysKeys { try forEachKey(pendingAt: licenseServer) { export.survey($0) } }
                try forEachKey(pendingAt: licenseServer) { (key) throws(RunFailure) in
                    if try export.append(key) == .written { delivered.append(DeliveredKey(key)) }
                }
                // No pending key is not an error, even if the format has no file without a key.
                do throws(RunFailure) { try export.finish() } catch {
                    guard error.kind == .notExportable, delivered.isEmpty else { throw error }
                }
                warn(of: export)
            }
        }
        if !delivered.isEmpty { try recordDelivery(delivered, to: licenseServer) }
    }

    /// Calls `body` with the selected keys, ordered by identity; given a license server, with those that it does not
    /// have.
    private func forEachKey(
        pendingAt licenseServer: String? = nil,
        _ body: (ExportableKey) throws(RunFailure) -> Void
    ) throws {
        let namedTitle = try selection.title()
        let selected = { (key: ExportableKey) throws(RunFailure) in
            if selection.matches(key.record, title: namedTitle) { try body(key) }
        }
        for title in try selection.titles(in: store.store) {
            if let licenseServer {
                try store.store.forEachPendingKey(at: licenseServer, of: title, selected)
            } else {
                try store.store.forEachExportableKey(of: title, selected)
            }
        }
    }

    /// Records a delivery; if that fails, nothing counts as delivered and the file is removed.
    private func recordDelivery(_ keys: [DeliveredKey], to licenseServer: String) throws {
        do throws(RunFailure) {
            try store.store.recordDelivery(of: keys, to: licenseServer)
        } catch {
            if let output { try? FileManager.default.removeItem(atPath: output) }
            throw error
        }
    }

    /// Warns about keys, asset ids and policy terms that are missing from the file.
    ///
    /// `keys confirm` later confirms a written key as a whole, including its missing asset ids and terms.
    private func warn(of export: KeyExport) {
        for warning in export.warnings { Diagnostics.shared.warning("\(format.name): \(warning).") }
        for (reason, keys) in export.skippedKeys.sorted(by: { $0.key < $1.key }) {
            let advice = keys.remedy.map { ". " + $0 } ?? ""
            Diagnostics.shared.warning("\(keys.message): \(reason)\(advice)")
        }
        let unsupportedTerms = KeyPolicyTerm.allCases.compactMap { term in
            export.unsupportedTerms[term].map { "\(term.rawValue) (\($0) \($0 == 1 ? "key" : "keys"))" }
        }
        guard !unsupportedTerms.isEmpty else { return }
        Diagnostics.shared.warning(
            "\(format.name) cannot express parts of the keys' policy: \(unsupportedTerms.joined(separator: ", ")). "
                + "Set them at the license server."
        )
    }
}

/// A writer of secret files that only their owner can read.
enum SecretFile {
    /// Writes the pieces that `body` passes to its parameter.
    ///
    /// A file is new, has mode 0600, and appears whole or not at all. Without a path, the pieces go to
    /// standard output as they come.
    static func write(
        to path: String?,
        _ body: ((Span<UInt8>) throws(RunFailure) -> Void) throws -> Void
    ) throws {
        guard let path else { return try body(StandardOutput.write) }
        try PrivateFile.create(at: path, body)
    }
}
