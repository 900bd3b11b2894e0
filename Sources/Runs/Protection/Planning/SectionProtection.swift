import CommonEncryption
import Presentations

/// The keys that a protected fMP4 initialization section names.
struct SectionProtection: Hashable, Sendable {
    /// The slot of the key whose id is default_KID.
    let slot: KeySlot
    /// The slots whose keys have `pssh` boxes in the section, in the order of first use.
    ///
    /// There are several if sample groups name the keys (`--rotation seig`).
    var headerSlots: [KeySlot]
    /// Indicates whether clear segments use the section too and need clear sample entries in it.
    var keepsClearEntries: Bool
    /// The tracks and sample entries of the clear section.
    let movie: MovieFormat

    /// Creates a protection from its parts.
    init(
        slot: KeySlot,
        headerSlots: [KeySlot]? = nil,
        keepsClearEntries: Bool = false,
        movie: MovieFormat
    ) {
        self.slot = slot
        self.headerSlots = headerSlots ?? [slot]
        self.keepsClearEntries = keepsClearEntries
        self.movie = movie
    }
}
