package import Ciphers
package import Failures
import Foundation
import KeyEncryption
package import KeyStore
import TextFormats

/// A SQLite key store in a temporary directory.
package final class StoreFixture: Sendable {
    package let directory: TemporaryDirectory
    package let store: SQLKeyStore

    package init() throws {
        directory = try TemporaryDirectory()
        store = try SQLiteKeyStore.create(at: directory.path + "/keys.sqlite", kek: .random())
    }
}

extension KeyRecordStore {
    /// Returns the records of all keys, ordered by identity.
    package func allRecords() throws(RunFailure) -> [KeyRecord] {
        var records: [KeyRecord] = []
        try forEachExportableKey(of: nil) { records.append($0.record) }
        return records
    }
}

extension KeyIdentity {
    package init(_ contentID: String, _ track: String, _ period: Int = 0, generation: Int = 1) throws {
        try self.init(
            contentID: ContentID(contentID),
            track: track,
            period: period,
            generation: generation
        )
    }
}

extension ContentKey {
    /// The key as hexadecimal digits, for `openssl` and for comparisons.
    package var digits: String { withSpan { Hexadecimal.encode($0) } }
}
