import Bitstreams

/// Something that is wrong with a media file, and where.
package struct InspectedFault: Hashable, Sendable, Encodable {
    /// The byte in the file.
    package let offset: UInt64
    /// The number of the transport packet, from 0 on; nil in other files.
    package let packet: UInt64?
    /// What was found and what was expected.
    package let message: String

    /// A fault that a parser found.
    init(_ error: ParseError, packet: UInt64? = nil) {
        self.init(offset: error.offset, packet: packet, "\(error.found), expected \(error.expected)")
    }

    init(offset: UInt64, packet: UInt64? = nil, _ message: String) {
        self.offset = offset
        self.packet = packet
        self.message = message
    }
}

/// Faults as they are found: the first ones, and how many there were.
struct FaultList {
    /// Faults that are kept.
    private static let limit = 100

    private(set) var faults: [InspectedFault] = []
    private(set) var count: UInt64 = 0

    mutating func add(_ fault: InspectedFault) {
        guard !faults.contains(fault) else { return }
        count += 1
        if faults.count < Self.limit { faults.append(fault) }
    }
}
