/// The packets of a PID, and what is with their continuity counters.
package struct PacketInspection: Sendable, Encodable {
    /// A place where a counter is not that of the next packet.
    package struct Place: Sendable, Encodable {
        /// The number of the packet in the file, from 0 on.
        package let packet: UInt64
        /// The byte in the file.
        package let offset: UInt64
        /// The counter.
        package let found: UInt8
        /// The counter that should have come; nil for a packet that is sent once more.
        package let expected: UInt8?
    }

    /// Places that are listed.
    private static let limit = 20

    /// How many there are.
    package internal(set) var count: UInt64 = 0
    /// Those of them that are scrambled.
    package internal(set) var scrambled: UInt64 = 0
    /// How often the counter jumps.
    package private(set) var gaps: UInt64 = 0
    /// Packets that were sent twice.
    package private(set) var duplicates: UInt64 = 0
    /// The first gaps.
    package private(set) var gapPlaces: [Place] = []
    /// The first duplicates.
    package private(set) var duplicatePlaces: [Place] = []

    mutating func addGap(_ place: Place) {
        gaps += 1
        if gapPlaces.count < Self.limit { gapPlaces.append(place) }
    }

    mutating func addDuplicate(_ place: Place) {
        duplicates += 1
        if duplicatePlaces.count < Self.limit { duplicatePlaces.append(place) }
    }

    private enum CodingKeys: String, CodingKey {
        case count, scrambled, gaps, duplicates
        case gapPlaces = "gap_places"
        case duplicatePlaces = "duplicate_places"
    }
}
