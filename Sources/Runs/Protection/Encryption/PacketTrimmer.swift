import TransportStreams

/// Reduces transport packets of 192 and 204 bytes to 188 bytes, without arrival time or Reed-Solomon code.
struct PacketTrimmer {
    private let format: PacketFormat
    private(set) var bytes: [UInt8] = []

    init(_ format: PacketFormat) {
        self.format = format
    }

    /// Puts the bytes of a piece that are kept into `bytes`.
    ///
    /// - Parameters:
    ///   - buffer: the buffer that holds the piece.
    ///   - range: the piece, in `buffer`.
    ///   - offset: the offset of the piece in the media resource, in bytes.
    mutating func trim(_ buffer: [UInt8], _ range: Range<Int>, at offset: UInt64) {
        bytes.removeAll(keepingCapacity: true)
        let stride = format.stride
        var packetOffset = range.lowerBound - Int(offset % UInt64(stride))
        while packetOffset < range.upperBound {
            let start = packetOffset + format.prefixSize
            let keptRange = (start..<start + PacketFormat.plain.stride).clamped(to: range)
            bytes.append(contentsOf: buffer[keptRange])
            packetOffset += stride
        }
    }
}
