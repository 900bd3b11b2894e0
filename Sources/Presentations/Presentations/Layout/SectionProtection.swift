package import CommonEncryption

/// What an initialization section of fMP4 says of keys.
package struct SectionProtection: Hashable, Sendable {
    /// The slot of the key whose id is default_KID.
    package let slot: KeySlot
    /// The slots whose keys have `pssh` boxes in it, in the order in which they are needed: several where sample groups
    /// name the keys (`--rotation seig`).
    package var headerSlots: [KeySlot]
    /// Whether clear segments stand under it, too, and need sample entries of their own.
    package var keepsClearEntries: Bool
    /// What the clear section says.
    package let movie: MovieFormat

    /// A protection from its parts.
    package init(
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
