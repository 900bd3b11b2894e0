package import Failures

extension KeyRecordStore {
    /// Returns a key with its signalling, policy and state.
    package func exportableKey(_ record: KeyRecord) throws(RunFailure) -> ExportableKey {
        ExportableKey(
            record: record,
            signalling: try signalling(of: record.keyID),
            policy: try policy(of: record.keyID),
            state: try state(of: record.keyID)
        )
    }
}
