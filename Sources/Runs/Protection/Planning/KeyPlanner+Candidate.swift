import Ciphers
import FoundationEssentials
import KeyStore
import Presentations
import ProtectionTerms

extension KeyPlanner {
    /// A key on its way into the plan.
    struct Candidate {
        let slot: KeySlot
        let identity: KeyIdentity
        let record: KeyRecord?
        let keyID: UUID
        /// The vector that it is known to get before it has a record.
        var expectedVector: InitializationVector?
        let isNew: Bool

        /// The vector of the key; of one that is not minted yet a stand-in that no other key has.
        var vector: [UInt8] { record?.iv.bytes ?? expectedVector?.bytes ?? keyID.bytes }

        /// The lines that came with it.
        var lines: [SuppliedLines] = []
    }
}
