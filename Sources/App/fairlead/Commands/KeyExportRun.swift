import CommandLineParts
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import ProtectionTerms

/// Writes the keys of a store to a file of one format.
struct KeyExportRun {
    let store: ExportStore
    let exporter: any KeyExporter.Type
    let settings: ExportSettings
    let selection: KeySelectionOptions
    let output: String?

    /// Who exports all keys gets what the format can hold.
    private var longerKeys: LongerKeys { selection.namesKeys ? .refused : .leftOut }

    /// Writes the keys that are selected.
    func export() throws {
        let title = try selection.title()
        try SecretFile.write(to: output) { sink throws in
            try withoutActuallyEscaping(sink) { sink throws in
                var export = try KeyExport(exporter, settings, longerKeys, to: sink)
                var missing = selection.ids
                if export.surveysKeys {
                    try store.store.forEachExportableKey(of: title) { (key) throws(KeyStoreError) in
                        if selection.matches(key.record, title: title) { export.survey(key) }
                    }
                }
                try store.store.forEachExportableKey(of: title) { (key) throws(KeyStoreError) in
                    guard selection.matches(key.record, title: title) else { return }
                    missing.remove(key.record.keyID)
                    _ = try export.append(key)
                }
                if let id = missing.sorted(by: { $0.uuidString < $1.uuidString }).first {
                    throw KeySelectionOptions.noSuchKey(id)
                }
                guard export.writtenCount > 0 || !export.leftOut.isEmpty || selection.isAll else {
                    throw KeySelectionOptions.noSuchKey
                }
                if export.writtenCount == 0, let reason = export.leftOut.keys.sorted().first {
                    throw KeyStoreError.notExportable(reason: reason)
                }
                try export.finish()
                warn(of: export)
            }
        }
    }

    /// Writes the selected keys that a key server does not have, and notes them as delivered once they are written.
    func deliver(to target: String) throws {
        let title = try selection.title()
        var delivered: [ExportableKey] = []
        try SecretFile.write(to: output) { sink throws in
            try withoutActuallyEscaping(sink) { sink throws in
                var export = try KeyExport(exporter, settings, longerKeys, to: sink)
                if export.surveysKeys {
                    try store.store.forEachPendingKey(at: target, of: title) { (key) throws(KeyStoreError) in
                        if selection.matches(key.record, title: title) { export.survey(key) }
                    }
                }
                try store.store.forEachPendingKey(at: target, of: title) { (key) throws(KeyStoreError) in
                    guard selection.matches(key.record, title: title) else { return }
                    if try export.append(key) == .written { delivered.append(key) }
                }
                // Nothing is pending: that is no error, also of formats that have no file without a key.
                do throws(KeyStoreError) { try export.finish() } catch {
                    guard case .notExportable = error, delivered.isEmpty else { throw error }
                }
                warn(of: export)
            }
        }
        if !delivered.isEmpty { try note(delivered, to: target) }
    }

    /// Notes a delivery; what nobody noted is no delivery, and its file goes.
    private func note(_ keys: [ExportableKey], to target: String) throws {
        do throws(KeyStoreError) {
            try store.store.noteDelivery(of: keys, to: target)
        } catch {
            if let output { try? FileManager.default.removeItem(atPath: output) }
            throw error
        }
    }

    /// What the file does not say, and a confirmation is going to be about, too.
    private func warn(of export: KeyExport) {
        for note in export.notes { Diagnostics.shared.warning("\(exporter.name): \(note).") }
        for (reason, keys) in export.leftOut.sorted(by: { $0.key < $1.key }) {
            Diagnostics.shared.warning("\(keys.text): \(reason)")
        }
        let unsaid = KeyPolicyTerm.allCases.compactMap { term in
            export.unsaid[term].map { "\(term.rawValue) (\($0) \($0 == 1 ? "key" : "keys"))" }
        }
        guard !unsaid.isEmpty else { return }
        Diagnostics.shared.warning(
            "\(exporter.name) has no place for parts of the keys' policy: \(unsaid.joined(separator: ", ")). "
                + "Set them at the key server."
        )
    }
}
