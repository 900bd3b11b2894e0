import Ciphers
import FoundationEssentials
import KeyStore
import Presentations

extension KeyPlan {
    /// Returns the keys, with placeholder records for those not minted yet; these serve only to count bytes.
    func withPlaceholderRecords() throws(PresentationError) -> [KeySlot: PlannedKey] {
        var filled: [KeySlot: PlannedKey] = [:]
        for (slot, planned) in keys {
            filled[slot] = planned.record == nil ? try Self.standIn(for: planned) : planned
        }
        return filled
    }

    private static func standIn(for planned: PlannedKey) throws(PresentationError) -> PlannedKey {
        let record: KeyRecord
        do {
            record = KeyRecord(
                identity: planned.identity,
                keyID: planned.keyID,
                key: try ContentKey(copying: [UInt8](repeating: 0, count: 16)),
                iv: try InitializationVector(bytes: [UInt8](repeating: 0, count: 16)),
                createdAt: Date(timeIntervalSince1970: 0)
            )
        } catch {
            throw .fault(String(describing: error))
        }
        return PlannedKey(
            slot: planned.slot,
            identity: planned.identity,
            record: record,
            keyID: planned.keyID,
            signals: planned.signals,
            sessionSignals: planned.sessionSignals,
            isNew: planned.isNew
        )
    }
}
