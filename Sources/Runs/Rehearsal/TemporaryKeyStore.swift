import FoundationEssentials
import KeyEncryption
import KeyStore

/// A temporary key store for sample keys, in its own folder, which is deleted with this object.
final class TemporaryKeyStore {
    /// The store, usable as long as this object lives.
    let store: any KeyRecordStore
    private let folder: URL

    /// Creates an empty store.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "fairlead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        do {
            store = try KeyStores.create(
                .sqlite(path: folder.appending(path: "keys.sqlite").path),
                kek: .random(),
                kind: .test
            )
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}
