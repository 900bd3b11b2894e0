import Ciphers
import FoundationEssentials
import KeyStore
import Presentations
import ProtectionTerms

extension KeyPlanner {
    /// A key while the plan is made: it may have no record and no key URI yet.
    struct Candidate {
        let slot: KeySlot
        let identity: KeyIdentity
        let record: KeyRecord?
        let keyID: UUID
        /// The IV that the key will have, if that is known before it has a record.
        var expectedIV: InitializationVector?
        let isNew: Bool

        /// The IV of the key, or before the key is minted a placeholder that no other key has.
        var ivBytes: [UInt8] { record?.iv.bytes ?? expectedIV?.bytes ?? keyID.bytes }

        /// The key lines that came with the key.
        var lines: [SuppliedLines] = []
    }
}
