import Bitstreams

/// A fault in a media file, with its location.
package struct MediaFileFault: Hashable, Sendable, Encodable {
    /// The offset in the file, in bytes.
    package let offset: UInt64
    /// The number of the transport stream packet, from 0.
    ///
    /// It is nil in other files, and for faults that belong to no single packet, such as a missing table.
    package let packet: UInt64?
    /// The message: what was found and what was expected.
    package let message: String

    /// Creates a fault from a parser's error.
    init(_ error: ParseError, packet: UInt64? = nil) {
        self.init(offset: error.offset, packet: packet, "\(error.found), expected \(error.expected)")
    }

    init(offset: UInt64, packet: UInt64? = nil, _ message: String) {
        self.offset = offset
        self.packet = packet
        self.message = message
    }
}

/// Collects faults: the first ones, and the number of all.
struct FaultCollector {
    /// The number of faults kept.
    private static let limit = 100

    private(set) var faults: [MediaFileFault] = []
    private(set) var count: UInt64 = 0

    mutating func add(_ fault: MediaFileFault) {
        guard !faults.contains(fault) else { return }
        count += 1
        if faults.count < Self.limit { faults.append(fault) }
    }
}
