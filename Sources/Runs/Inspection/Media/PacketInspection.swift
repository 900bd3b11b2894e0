/// The packets of a PID and their continuity_counter errors.
package struct PacketInspection: Sendable, Encodable {
    /// The location of a packet whose continuity_counter is not the next value.
    package struct Location: Sendable, Encodable {
        /// The number of the packet in the file, from 0.
        package let packet: UInt64
        /// The offset of the packet in the file, in bytes.
        package let offset: UInt64
        /// The value of the counter.
        package let found: UInt8
        /// The expected value, or nil for a duplicate packet.
        package let expected: UInt8?
    }

    /// The number of locations kept.
    private static let limit = 20

    /// The number of packets.
    package internal(set) var count: UInt64 = 0
    /// The number of scrambled packets.
    package internal(set) var scrambled: UInt64 = 0
    /// The number of gaps in the counter.
    package private(set) var gaps: UInt64 = 0
    /// The number of duplicate packets.
    package private(set) var duplicates: UInt64 = 0
    /// The locations of the first gaps.
    package private(set) var gapPlaces: [Location] = []
    /// The locations of the first duplicates.
    package private(set) var duplicatePlaces: [Location] = []

    mutating func addGap(_ place: Location) {
        gaps += 1
        if gapPlaces.count < Self.limit { gapPlaces.append(place) }
    }

    mutating func addDuplicate(_ place: Location) {
        duplicates += 1
        if duplicatePlaces.count < Self.limit { duplicatePlaces.append(place) }
    }

    private enum CodingKeys: String, CodingKey {
        case count, scrambled, gaps, duplicates
        case gapPlaces = "gap_places"
        case duplicatePlaces = "duplicate_places"
    }
}
