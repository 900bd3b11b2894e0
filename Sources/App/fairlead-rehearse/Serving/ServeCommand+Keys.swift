import CommandLineParts
import FoundationEssentials
import KeyRecordFormats
import KeyStore
import LicenseFlows
import Presentations
import ProtectionTerms

/// The keys that are served, and the log of those that are given.
extension ServeCommand {
    /// The key store: keys come out of it, or it has the log of those that are given.
    ///
    /// It has to be one that can be written: no key goes out that is not noted.
    func openStore() throws -> ExportStore? {
        guard export.export == nil || keyStore.isNamed else {
            Diagnostics.shared.warning(
                "no key store is named: the keys that are given out are in no log. Name one (--key-store), if they are to be"
            )
            return nil
        }
        let opened = try ExportStore.open(keyStore, isForDelivery: true)
        _ = try requirements.checked(opened.store)
        guard opened.store.kind == .test || allowProductionKeys else {
            throw CommandFailure(
                .usage,
                "the key store is one of production, and whoever has the token of the run gets its keys. "
                    + "Use a store of tests (keys init --kind test), or give --allow-production-keys."
            )
        }
        return opened
    }

    /// Opens the place, without files of keys: they would go out without an entry in the log.
    ///
    /// - Throws: `CommandFailure` also for a place that has the key store, its key, the export or its key in it.
    func servedPlace() throws -> ServedPlace {
        // Where keys come out of an export, no store need be there, nor a place for one.
        let isNeeded = export.export == nil || keyStore.isNamed
        let files = try export.files + (isNeeded ? keyStore.files() : (try? keyStore.files()) ?? [])
        let place = try ServedPlace(path, hiding: files.map(\.path))
        try PathCheck.refuse(files, servedWith: place.folder)
        return place
    }

    /// The keys of the export or of the store, of the titles that were named alone.
    func keys(_ opened: ExportStore?) throws -> ExportedKeys {
        let titles = try contentID.map { try ContentID(argument: $0) }
        let keys: ExportedKeys
        let words: String
        if let given = try export.given() {
            keys = titles.isEmpty ? given.keys : given.keys.only(titles: titles.map(\.value))
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

    /// Notes a key in the log of the store, before it is given.
    static func note(_ key: ExportedKey, in opened: ExportStore?) throws {
        let subject = key.contentID ?? key.keyID?.uuidString.lowercased() ?? "rehearsal"
        let id = key.keyID.map { ", key \($0.uuidString.lowercased())" } ?? ""
        try opened?.note(.export, subject: subject, detail: "served by a stand-in\(id)")
    }
}
