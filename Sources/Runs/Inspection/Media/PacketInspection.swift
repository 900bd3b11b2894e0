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
    package private(set) var gapLocations: [Location] = []
    /// The locations of the first duplicates.
    package private(set) var duplicateLocations: [Location] = []

    mutating func addGap(_ location: Location) {
        gaps += 1
        if gapLocations.count < Self.limit { gapLocations.append(location) }
    }

    mutating func addDuplicate(_ location: Location) {
        duplicates += 1
        if duplicateLocations.count < Self.limit { duplicateLocations.append(location) }
    }

    private enum CodingKeys: String, CodingKey {
        case count, scrambled, gaps, duplicates
        case gapLocations = "gap_places"
        case duplicateLocations = "duplicate_places"
    }
}
