import Foundation
import GRDB
import KeyStoreFixtures
import Testing

@testable import KeyStore

extension StoreFixture {
    /// Returns the connection of a store, for statements that the store itself would not run.
    func queue(of store: SQLKeyStore) throws -> DatabaseQueue {
        try #require((store.database as? SQLiteDatabase)?.writer).queue
    }
}
