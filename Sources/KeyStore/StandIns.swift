
extension KeyRecordStore {
    package func targets() throws(KeyStoreError) -> [String] { [] }
    package func exportableKey(_ record: KeyRecord) throws(KeyStoreError) -> ExportableKey {
        ExportableKey(record: record, signalling: try signalling(of: record.keyID), policy: try policy(of: record.keyID), state: try state(of: record.keyID))
    }
    package func summaries(of title: ContentID?, after: KeyIdentity?, limit: Int) throws(KeyStoreError) -> [KeySummary] {
        after == nil ? try exportableKeys(of: title).map { KeySummary($0) } : []
    }
}
extension KeyStores {
    package static func exists(_ l: KeyStoreLocation) throws(KeyStoreError) -> Bool { if case .sqlite(let p) = l { try PrivateFile.exists(p) } else { false } }
}
