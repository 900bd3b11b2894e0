import FoundationEssentials
import KeyStore

/// A key store for keys that protect nothing, in a folder of its own, which is gone with the value.
final class ScratchKeyStore {
    /// The store; keep the value while it is used.
    let store: any KeyRecordStore
    private let folder: URL

    /// Makes an empty store.
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
