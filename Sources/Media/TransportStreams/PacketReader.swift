package import Bitstreams

/// Splits a transport stream that arrives in chunks into packets, after detecting their format if need be.
///
/// It holds the bytes not yet returned as packets.
package struct PacketReader: Sendable {
    /// The location of a packet.
    package struct Packet: Hashable, Sendable {
        /// The offset of the sync byte in the stream.
        package let offset: UInt64
        /// The range of the packet's 188 bytes in `bytes`.
        package let range: Range<Int>
        /// The number of bytes skipped before this packet to find a sync byte again.
        package let skipped: UInt64
    }

    /// The format of the packets, or nil before it is detected.
    package private(set) var format: PacketFormat?
    /// The bytes that `Packet.range` refers to.
    package private(set) var bytes: [UInt8] = []
    /// The position in `bytes` of the next packet, including any bytes before its sync byte.
    private var position = 0
    /// The offset of the first of `bytes` in the stream.
    private var startOffset: UInt64 = 0
    /// The number of bytes skipped since the last packet.
    private var skipped: UInt64 = 0
    private let resynchronizes: Bool

    /// Creates a reader for the start of a stream.
    ///
    /// - Parameters:
    ///   - format: the format of the packets, or nil to detect it.
    ///   - resynchronizes: true to skip to the next three sync bytes in a row if a sync byte is missing; false
    ///     to return the packet without a sync byte.
    package init(format: PacketFormat? = nil, resynchronizes: Bool = false) {
        self.format = format
        self.resynchronizes = resynchronizes
    }

    /// Appends the next bytes of the stream and invalidates the ranges of earlier packets.
    package mutating func append(_ chunk: Span<UInt8>) {
        bytes.removeSubrange(..<position)
        startOffset += UInt64(position)
        position = 0
        unsafe chunk.withUnsafeBufferPointer { buffer in
            unsafe bytes.append(contentsOf: buffer)
        }
    }

    /// Returns the next packet.
    ///
    /// - Parameter isLast: true if no more bytes will come.
    /// - Returns: the location of the packet, whose sync byte `TransportPacketHeader` has to check, or nil if
    ///   more bytes are needed or the stream has ended.
    /// - Throws: `ParseError` if the stream is not a transport stream or ends within a packet.
    package mutating func next(isLast: Bool = false) throws(ParseError) -> Packet? {
        if format == nil { format = try detect(isLast: isLast) }
        guard let format else { return nil }
        if resynchronizes, !resynchronize(format, isLast: isLast) { return nil }
        let left = bytes.count - position
        guard left >= format.stride else {
            guard left == 0 || !isLast else {
                throw .truncated(
                    offset: startOffset + UInt64(position),
                    needed: UInt64(format.stride),
                    available: UInt64(left)
                )
            }
            return nil
        }
        let syncPosition = position + format.prefixSize
        position += format.stride
        defer { skipped = 0 }
        return Packet(
            offset: startOffset + UInt64(syncPosition),
            range: syncPosition..<syncPosition + TransportPacket.size,
            skipped: skipped
        )
    }

    /// Skips to the next position with sync bytes in a row: three, or fewer at the end of the stream.
    ///
    /// - Parameters:
    ///   - format: the format of the packets.
    ///   - isLast: true if no more bytes will come.
    /// - Returns: false if more bytes are needed to decide.
    private mutating func resynchronize(_ format: PacketFormat, isLast: Bool) -> Bool {
        let syncPosition = position + format.prefixSize
        guard syncPosition < bytes.count, bytes[syncPosition] != TransportPacketHeader.syncByte || skipped > 0
        else {
            return true
        }
        while position + format.prefixSize < bytes.count {
            let syncPositions = (0..<3).map { position + format.prefixSize + $0 * format.stride }
            if syncPositions.allSatisfy({ $0 >= bytes.count || bytes[$0] == TransportPacketHeader.syncByte })
            {
                return isLast || syncPositions[2] < bytes.count
            }
            position += 1
            skipped += 1
        }
        return true
    }

    private func detect(isLast: Bool) throws(ParseError) -> PacketFormat? {
        guard isLast || bytes.count >= PacketFormat.detectionLength else { return nil }
        let count = min(bytes.count, PacketFormat.detectionLength)
        guard let format = PacketFormat.detect(bytes.span.extracting(0..<count)) else {
            throw bytes.count < TransportPacket.size
                ? .truncated(
                    offset: 0,
                    needed: UInt64(TransportPacket.size),
                    available: UInt64(bytes.count)
                )
                : .invalid(
                    offset: 0,
                    field: "stream",
                    found: "without sync bytes 0x47 in a row",
                    expected: "one every 188, 192 or 204 bytes"
                )
        }
        return format
    }
}
