import Foundation
import GRDB
import KeyStoreFixtures
import Testing

@testable import KeyStore

extension StoreFixture {
    /// The connection of a store, for what the store itself would not do.
    func queue(of store: SQLKeyStore) throws -> DatabaseQueue {
        try #require(store.database as? SQLiteDatabase).queue
    }
}
