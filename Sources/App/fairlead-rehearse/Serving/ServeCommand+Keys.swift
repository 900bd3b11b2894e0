import CommandLineParts
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import LicenseFlows
import Presentations
import ProtectionTerms

/// The keys that `serve` gives, and their log entries.
extension ServeCommand {
    /// Opens the key store that keys come from or that logs them, or returns nil if there is neither.
    ///
    /// The store must be writable, because no key is given without a log entry.
    func openStore() throws -> ExportStore? {
        guard export.export == nil || keyStore.isNamed else {
            Diagnostics.shared.warning(
                "no key store is named: the keys that are given out are not logged. Name one (--key-store) to log them"
            )
            return nil
        }
        let opened = try ExportStore.open(keyStore, isForDelivery: true)
        _ = try requirements.checked(opened.store)
        guard opened.store.kind == .test || allowProductionKeys else {
            throw CommandFailure(
                .usage,
                "the key store is a production store, and whoever has the token of the run gets its keys. "
                    + "Use a test store (keys init --kind test), or give --allow-production-keys."
            )
        }
        return opened
    }

    /// Opens the folder to serve, without files that contain keys, because their delivery would not be
    /// logged.
    ///
    /// - Throws: `CommandFailure` also if the folder contains the key store, its key-encryption key, the
    ///   export or its private key.
    func servedPlace() throws -> ServeInput {
        // If the keys come from an export, neither a store nor its location has to exist.
        let isNeeded = export.export == nil || keyStore.isNamed
        let files = try export.files + (isNeeded ? keyStore.files() : (try? keyStore.files()) ?? [])
        let place = try ServeInput(path, hiding: files.map(\.path))
        try PathCheck.refuse(files, servedWith: place.folder)
        return place
    }

    /// Returns the keys of the export or of the store, limited to the named titles.
    func keys(_ opened: ExportStore?) throws -> ExportedKeys {
        let titles = try contentID.map { try ContentID(argument: $0) }
        let keys: ExportedKeys
        let words: String
        if let given = try export.given() {
            keys = titles.isEmpty ? given.keys : given.keys.filtered(byTitles: titles.map(\.value))
            words = "the export has no key of this title. Name one that it has, or export this one, too."
        } else {
            guard let opened else { return .none }
            words = "the key store has no key of this title. Name one that it has (keys list)."
            do throws(KeyStoreError) {
                keys = try ServeRequest.keys(of: titles, in: opened.store)
            } catch {
                throw CommandFailure(error.failureClass, "--content-id: \(error)")
            }
        }
        for title in titles where !keys.titles.contains(title.value) {
            throw CommandFailure(
                .missing,
                "--content-id \(title.value): \(words)"
            )
        }
        return keys
    }

    /// Appends an entry about a key to the store's log, before the key is given.
    static func log(_ key: ExportedKey, in opened: ExportStore?) throws {
        let subject = key.contentID ?? key.keyID?.uuidString.lowercased() ?? "rehearsal"
        let id = key.keyID.map { ", key \($0.uuidString.lowercased())" } ?? ""
        try opened?.log(.export, subject: subject, detail: "served by a stand-in\(id)")
    }
}
