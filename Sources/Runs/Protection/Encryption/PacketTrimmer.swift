import TransportStreams

/// Takes what stands before and behind the 188 bytes of transport packets out of the bytes of a unit.
struct PacketTrimmer {
    private let format: PacketFormat
    private(set) var bytes: [UInt8] = []

    init(_ format: PacketFormat) {
        self.format = format
    }

    /// Puts what stays of a piece into `bytes`.
    ///
    /// - Parameters:
    ///   - buffer: where the piece is.
    ///   - range: its place there.
    ///   - offset: where it stands in the unit.
    mutating func trim(_ buffer: [UInt8], _ range: Range<Int>, at offset: UInt64) {
        bytes.removeAll(keepingCapacity: true)
        let stride = format.stride
        var packet = range.lowerBound - Int(offset % UInt64(stride))
        while packet < range.upperBound {
            let start = packet + format.prefix
            let kept = (start..<start + PacketFormat.plain.stride).clamped(to: range)
            bytes.append(contentsOf: buffer[kept])
            packet += stride
        }
    }
}
